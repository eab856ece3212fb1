// Which fixtures a scenario of the official suite stands on. A scenario that is not named here stands on a fixture
// registered through the SDK.

// Scenarios that need a declared tool or none at all: they are also run against a server that has nothing else.
export const declared = [
  'server-initialize', 'server-session-lifecycle', 'ping',
  'tools-list', 'tools-call-simple-text', 'tools-call-error',
  'server-sse-multiple-streams', 'dns-rebinding-protection',
  'http-header-validation', 'http-custom-header-server-validation', 'sep-2164-resource-not-found',
  'input-required-result-unsupported-methods',
];

// Scenarios that need SDK fixtures for some of their checks only: the others are run against declared tools, too.
export const partly = ['server-stateless'];

// Where each of them applies; the suite skips the others by itself.
export const versions = ['2025-11-25', '2026-07-28'];

// The three runs the project answers for, on the server that has every fixture.
export const runs = [
  { name: '2025-11-25, suite 0.1.16', suite: '0.1', args: ['--spec-version', '2025-11-25'] },
  { name: '2025-11-25, requirements', suite: '0.2', args: ['--requirements', '2025-11-25'], expected: 'expected-2025-11-25.yml' },
  { name: '2026-07-28, requirements', suite: '0.2', args: ['--requirements', '2026-07-28'], expected: 'expected-2026-07-28.yml' },
];
