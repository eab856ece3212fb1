// Chromium, and pages in it that are watched for everything a page should not do.

import assert from 'node:assert/strict';
import http from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where the screenshots are written; git ignores it. */
export const shots = join(here, '..', '..', '.tools', 'page');
mkdirSync(shots, { recursive: true });

/** Starts Debian's Chromium, or the one that CHROMIUM names. Its sandbox does not work as root, and it opens our pages only. */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** The looks that a page is checked in. */
export const looks = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
};

/**
 * Opens an address in a browser context of its own. `faults` fills with whatever is wrong: messages on the console, errors,
 * violations of the policy, requests to another address. With `port` the address is answered by the server that listens there, as
 * by a proxy that keeps the Host header; with `scriptless` its script is taken out on the way, for what must look at a page
 * whose own script does not run.
 */
export async function open(browser, url, look = looks.light, { port, scriptless, ...more } = {}) {
  const context = await browser.newContext({ ...look, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const address = url.split('#')[0];
  const faults = [];
  page.on('console', (m) => faults.push(`console ${m.type()}: ${m.text()}`));
  page.on('pageerror', (e) => faults.push(`error: ${e.message}`));
  page.on('request', (r) => {
    if (r.url() !== address && !r.url().startsWith('data:')) faults.push(`request to ${r.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`));
  });
  if (port || scriptless) await page.route(({ href }) => href.split('#')[0] === address, async (route) => route.fulfill(await ask(route.request(), port, scriptless)));
  const answer = await page.goto(url);
  assert.equal(answer.status(), 200);
  return { page, context, faults };
}

/** Sends the browser's request to a port on this machine, that of its address unless another is given. */
function ask(request, port, scriptless) {
  const url = new URL(request.url());
  const options = { host: '127.0.0.1', port: port ?? url.port, path: url.pathname, headers: { ...request.headers(), host: url.host } };
  return new Promise((resolve, reject) => {
    http.get(options, (res) => {
      const parts = [];
      res.on('data', (b) => parts.push(b));
      res.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const { 'content-length': _, ...headers } = res.headers;
        resolve({ status: res.statusCode, headers, body: scriptless ? body.replace(/<script>[^]*<\/script>/, '') : body });
      });
    }).on('error', reject);
  });
}

/** What axe-core finds in a page, one line a fault. Of many tools it looks at the first few, which have all that the others have. */
export async function inaccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ exclude: [['article:nth-of-type(n+13)']] }, { resultTypes: ['violations'] }));
  return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary}`));
}

/** Every <details> open, so that what is inside is checked and shown too. */
export const unfold = (page) => page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
