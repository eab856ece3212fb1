// The application around a client: what it remembers between calls, for which both SDKs ask with the same interface,
// OAuthClientProvider.

const redirect = 'http://127.0.0.1/callback'; // nobody serves it: the person stops there

export class App {
  #remembered = {}; // by kind: client, tokens, verifier, discovery
  #answer;
  refreshes = 0; // token answers that came without anybody being asked

  /** `grants` are what it registers for; without refresh_token it never holds one. */
  constructor(person, { grants = ['authorization_code', 'refresh_token'] } = {}) {
    this.person = person;
    this.clientMetadata = {
      client_name: 'Interop',
      redirect_uris: [redirect],
      grant_types: grants,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    };
  }

  get redirectUrl() { return redirect; }

  state() { return crypto.randomUUID(); }

  clientInformation() { return this.#remembered.client; }

  saveClientInformation(client) { this.#remembered.client = client; }

  tokens() { return this.#remembered.tokens; }

  saveTokens(tokens) {
    if (!this.#remembered.verifier) this.refreshes++;
    this.#remembered.verifier = undefined;
    this.#remembered.tokens = tokens;
  }

  codeVerifier() { return this.#remembered.verifier; }

  saveCodeVerifier(verifier) { this.#remembered.verifier = verifier; }

  discoveryState() { return this.#remembered.discovery; }

  saveDiscoveryState(state) { this.#remembered.discovery = state; }

  async redirectToAuthorization(url) { this.#answer = await this.person.authorize(url); }

  /** What the browser brought back, as parameters; once for each time somebody was asked. */
  answer() {
    const { searchParams } = this.#answer;
    this.#answer = undefined;
    return searchParams;
  }

  invalidateCredentials(what) {
    const kinds = { all: ['client', 'tokens', 'verifier', 'discovery'], client: ['client'], tokens: ['tokens'], verifier: ['verifier'], discovery: ['discovery'] };
    for (const kind of kinds[what]) this.#remembered[kind] = undefined;
  }

  /** Changes the access token so that its signature is none: to a server that is as good as one that has ended. */
  spoilToken() {
    const [header, claims, signature] = this.tokens().access_token.split('.');
    this.#remembered.tokens = { ...this.tokens(), access_token: [header, claims, signature.split('').reverse().join('')].join('.') };
  }

  /** What a second application would know that was handed this one's registration and access token, and nothing else. */
  withTokenOf(other) {
    const { refresh_token, ...tokens } = other.tokens();
    this.#remembered.client = other.clientInformation();
    this.#remembered.tokens = tokens;
    return this;
  }
}
