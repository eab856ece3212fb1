// The person who signs in: follows redirects, keeps cookies and sends the forms an authorization server shows, until it sends
// the browser back to the client.

/** A person with a browser of their own. They agree to whatever is asked and remember having been asked. */
export class Person {
  #cookies = new Map(); // by name and path: { name, value, path }
  asked = []; // the parameters of every authorization request, in order

  constructor(name = 'ada') {
    this.name = name;
  }

  /** Opens an authorization URL and resolves to the URL that the browser was sent back to, which nobody serves. */
  async authorize(url) {
    this.asked.push(Object.fromEntries(new URL(url).searchParams));
    const back = new URL(url).searchParams.get('redirect_uri');
    let request = { url: new URL(url) };
    for (let i = 0; i < 20; i++) {
      const response = await this.#send(request);
      const location = response.headers.get('location');
      if (location) {
        const next = new URL(location, request.url);
        if (next.href.startsWith(back)) return next;
        request = { url: next };
        continue;
      }
      const page = await response.text();
      if (!response.ok) throw new Error(`${request.url.pathname} answered ${response.status}: ${page}`);
      request = this.#fillIn(page, request.url);
    }
    throw new Error(`no way back to ${back} after 20 pages`);
  }

  async #send({ url, body }) {
    const cookie = [...this.#cookies.values()].filter((c) => url.pathname.startsWith(c.path)).map((c) => `${c.name}=${c.value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie && { cookie }), ...(body && { origin: url.origin }) };
    const response = await fetch(url, { method: body ? 'POST' : 'GET', body, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line, url);
    return response;
  }

  #keep(line, url) {
    const [pair, ...attributes] = line.split(';').map((s) => s.trim());
    const at = (name) => attributes.find((a) => a.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = at('path') ?? url.pathname.replace(/\/[^/]*$/, '') ?? '/';
    const gone = at('max-age') === '0' || (at('expires') && Date.parse(at('expires')) < Date.now());
    if (gone) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { name, value, path });
  }

  /** Fills in the first form of a page and presses its first button that does not refuse. */
  #fillIn(page, url) {
    const [, open, inner] = /<form\b([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
    if (inner === undefined) throw new Error(`${url.pathname} shows no form: ${page}`);
    const body = new URLSearchParams();
    for (const [tag] of inner.matchAll(/<input\b[^>]*>/g)) {
      const { type = 'text', name, value = '', checked } = attributesOf(tag);
      if (!name || type === 'submit') continue;
      if (type === 'radio' && value === this.name) body.delete(name);
      else if ((type === 'checkbox' || type === 'radio') && (checked === undefined || body.has(name))) continue;
      body.append(name, value || (type === 'hidden' ? '' : this.name));
    }
    const buttons = [...inner.matchAll(/<button\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
    const agrees = buttons.find((b) => !/deny|cancel|refuse/i.test(b.value ?? ''));
    if (agrees?.name) body.append(agrees.name, agrees.value ?? '');
    return { url: new URL(attributesOf(open).action ?? '', url), body };
  }
}

function attributesOf(tag) {
  const unescape = (s) => s.replace(/&(amp|quot|lt|gt|#39|#x27|#34|#43);/g, (_, e) => ({ amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", '#x27': "'", '#34': '"', '#43': '+' })[e]);
  const found = tag.matchAll(/([\w-]+)(?:\s*=\s*"([^"]*)")?/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name.toLowerCase(), unescape(value ?? '')]));
}
