// What a person sees, in a real browser.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inaccessible, launch, looks, open, shots, unfold } from './browser.mjs';
import { closed, hostile, inventory, published, publicURL, stop, texts } from './servers.mjs';

/** A test that does not wait for ever. */
const claim = (name, check) => test(name, { timeout: 60_000 }, check);

let browser;
const pages = {};
before(async () => {
  [browser, pages.inventory, pages.port, pages.closed, pages.hostile] = await Promise.all([launch(), inventory(), published(), closed(), hostile()]);
  pages.published = publicURL;
});
after(async () => {
  await browser?.close();
  stop();
});

/** Opens one of the pages; published is the example at a public address, where every client can be connected. */
const visit = (name, look, more = {}) => open(browser, pages[name], look, name === 'published' ? { port: pages.port, ...more } : more);

// Which page is looked at in which look: what makes them differ for axe-core is in published.
for (const [name, look] of [
  ['published', 'light'], ['published', 'dark'], ['published', 'narrow'], ['inventory', 'dark'], ['closed', 'light'], ['closed', 'narrow'], ['hostile', 'light'],
]) {
  claim(`${name} is accessible, ${look}`, async () => {
    const { page, context, faults } = await visit(name, looks[look]);
    await page.screenshot({ path: join(shots, `${name} ${look}.png`) });
    await unfold(page);
    assert.deepEqual(await inaccessible(page), []);
    if (name !== 'hostile') await page.screenshot({ path: join(shots, `${name} ${look} whole.png`), fullPage: true });
    assert.deepEqual(faults, []);
    await context.close();
  });
}

claim('a page is accessible before its script has run', async () => {
  const { page, context, faults } = await visit('published', looks.light, { scriptless: true });
  assert.equal(await page.locator('script, [role=tab], button').count(), 0);
  assert.deepEqual(await inaccessible(page), []);
  assert.deepEqual(faults, []);
  await context.close();
});

for (const name of ['published', 'closed', 'hostile']) {
  claim(`${name} fits a window of 320 px`, async () => {
    const { page, context, faults } = await visit(name, looks.narrow);
    await unfold(page);
    await page.screenshot({ path: join(shots, `${name} narrow.png`) });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `the page is ${content} px wide in a window of ${window}`);
    assert.deepEqual(faults, []);
    await context.close();
  });

  claim(`${name} shows everything without JavaScript`, async () => {
    const { page, context, faults } = await visit(name, looks.light, { javaScriptEnabled: false });
    for (const s of await page.locator('.snippet').all()) assert.ok(await s.isVisible());
    assert.equal(await page.locator('[role=tab], button').count(), 0);
    if (name !== 'closed') {
      await page.locator('summary').first().click();
      assert.ok(await page.locator('.dialog').first().isVisible());
    }
    assert.deepEqual(faults, []);
    await page.screenshot({ path: join(shots, `${name} without JavaScript.png`) });
    await context.close();
  });
}

for (const name of ['published', 'hostile']) {
  claim(`every button of ${name} copies exactly its snippet and says so`, async () => {
    const { page, context, faults } = await visit(name, looks.light, { permissions: ['clipboard-read', 'clipboard-write'] });
    const want = name === 'hostile' ? await (await fetch(new URL('/texts', pages.hostile))).json() : texts();
    assert.deepEqual((await page.locator('.snippet').evaluateAll((all) => all.map((e) => e.id))).sort(), Object.keys(want).sort());
    for (const [id, text] of Object.entries(want)) {
      await page.evaluate((at) => { location.hash = at; }, id);
      const box = page.locator(`[id="${id}"]`);
      await box.getByRole('button', { name: 'Copy' }).click();
      await page.waitForFunction(() => document.getElementById('told').textContent.startsWith('Copied'));
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text, id);
      await page.evaluate(() => { document.getElementById('told').textContent = ''; });
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

claim('the address is copied, and the button says so for a while', async () => {
  const { page, context, faults } = await visit('inventory', looks.light, { permissions: ['clipboard-read', 'clipboard-write'] });
  const button = page.locator('.address button');
  assert.equal(await button.innerText().then((t) => t.trim().split('\n')[0].startsWith('Copy')), true);
  await page.clock.install();
  await button.click();
  await page.locator('.address button', { hasText: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), pages.inventory);
  await page.clock.runFor(3000);
  assert.equal(await button.locator('span').first().innerText(), 'Copy');
  assert.equal(await page.locator('#told').innerText(), 'Copied the address.');
  assert.deepEqual(faults, []);
  await context.close();
});

claim('where no page may copy, the text is selected and that is said', async () => {
  const { page, context } = await visit('inventory');
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); });
  await page.locator('.address button').click();
  await page.waitForFunction(() => document.getElementById('told').textContent.includes('selected'));
  assert.equal(await page.evaluate(() => getSelection().toString()), pages.inventory);
  await context.close();
});

for (const [look, on, back] of [['light', 'ArrowDown', 'ArrowUp'], ['narrow', 'ArrowRight', 'ArrowLeft']]) {
  claim(`tabs go by keyboard, ${look}`, async () => {
    const { page, context, faults } = await visit('published', looks[look]);
    const list = page.locator('.clients > [role=tablist]');
    const tabs = list.locator('[role=tab]');
    const count = await tabs.count();
    assert.ok(count > 1);
    assert.equal(await list.getAttribute('aria-orientation'), look === 'light' ? 'vertical' : 'horizontal');
    await tabs.first().focus();
    const at = async () => {
      const [focused, selected, stops, panels] = await page.evaluate(() => {
        const all = [...document.querySelectorAll('.clients > [role=tablist] > [role=tab]')];
        return [all.indexOf(document.activeElement), all.findIndex((t) => t.ariaSelected === 'true'), all.filter((t) => t.tabIndex === 0).length,
          [...document.querySelectorAll('.clients > [role=tabpanel]')].map((p) => !p.hidden)];
      });
      assert.equal(focused, selected);
      assert.equal(stops, 1);
      assert.deepEqual(panels, panels.map((_, i) => i === selected));
      return focused;
    };
    const path = [];
    for (const key of [on, back, back, on, 'End', 'Home']) {
      await page.keyboard.press(key);
      path.push(await at());
    }
    assert.deepEqual(path, [1, 0, count - 1, 0, count - 1, 0]);
    await page.keyboard.press(look === 'light' ? 'ArrowRight' : 'ArrowDown'); // belongs to the page
    assert.equal(await at(), 0);
    await page.keyboard.press('Tab'); // leaves the list for its panel
    assert.ok(await page.evaluate(() => document.querySelector('.clients > [role=tabpanel]:not([hidden])').contains(document.activeElement)));
    assert.deepEqual(faults, []);
    await context.close();
  });
}

claim('the focus is seen wherever it goes', async () => {
  const { page, context } = await visit('inventory');
  const bare = new Set();
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab');
    const [name, outlined] = await page.evaluate(() => {
      const e = document.activeElement;
      const s = getComputedStyle(e);
      return [e === document.body ? 'the end' : e.outerHTML.slice(0, 80), e === document.body || s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2];
    });
    if (!outlined) bare.add(name);
    if (name === 'the end') break;
  }
  assert.deepEqual([...bare], []);
  await context.close();
});

claim('a link to a snippet opens the tabs it is under', async () => {
  const id = Object.keys(texts()).at(-1);
  const { page, context, faults } = await open(browser, `${publicURL}#${id}`, looks.light, { port: pages.port });
  assert.ok(await page.locator(`[id="${id}"]`).isVisible());
  assert.deepEqual(faults, []);
  await context.close();
});

claim('code scrolls in a box of its own that the keyboard reaches', async () => {
  const { page, context } = await visit('published', looks.narrow);
  const box = page.locator('pre:visible').first();
  assert.equal(await box.getAttribute('tabindex'), '0'); // Chromium would focus it anyway, others would not
  await box.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement.matches('pre') && document.activeElement.scrollLeft > 0);
  await context.close();
});

claim('nothing hostile runs or adds an element', async () => {
  const { page, context, faults } = await visit('hostile');
  await unfold(page);
  const found = await page.evaluate(() => ({
    ran: document.pwned,
    made: document.querySelectorAll('img, iframe, #pwned, [onerror], [onmouseover], [onfocus], [autofocus]').length,
    scripts: document.querySelectorAll('script').length,
    tools: document.querySelectorAll('article').length,
    twice: [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i),
    links: [...document.querySelectorAll('a')].map((a) => a.protocol).filter((p) => !['http:', 'https:'].includes(p)),
  }));
  assert.deepEqual(found, { ran: undefined, made: 0, scripts: 1, tools: 200, twice: [], links: [] });
  assert.deepEqual(faults, []);
  await context.close();
});

claim('on paper everything is written out', async () => {
  const { page, context } = await visit('published');
  await page.emulateMedia({ media: 'print' });
  for (const s of await page.locator('.snippet, .dialog').all()) assert.ok(await s.isVisible());
  assert.equal(await page.locator('button:visible').count(), 0);
  await page.screenshot({ path: join(shots, 'published on paper.png') });
  await context.close();
});

claim('motion is left out for who asks for less', async () => {
  const { page, context } = await visit('inventory', looks.light, { reducedMotion: 'reduce' });
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((e) => {
    const s = getComputedStyle(e);
    return s.scrollBehavior === 'smooth' || s.transitionDuration.split(', ').some((d) => d !== '0s');
  }).length);
  assert.equal(moving, 0);
  await context.close();
});
