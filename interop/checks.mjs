// What every JavaScript client checks, whatever its version, transport or era.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { expected } from './inventory.mjs';

const parallel = 20; // calls in flight at once

/** Runs the checks. open() connects and resolves to { client, version, close }. */
export function checks(name, wanted, open) {
  test(name, async (t) => {
    const { client, version, close } = await open();
    t.after(close);

    await t.test(`negotiates ${wanted}`, () => {
      t.diagnostic(`${name}: negotiated ${version}`);
      assert.equal(version, wanted);
    });
    await t.test('lists twelve tools with titles, hints and schemas', async () => listed((await client.listTools()).tools));
    await t.test('structured content is the text as JSON', async () => {
      const result = await client.callTool({ name: 'check_inventory', arguments: expected.stock });
      assert.ok(!result.isError, textOf(result));
      assert.deepEqual(JSON.parse(textOf(result)), result.structuredContent);
      const s = result.structuredContent;
      assert.deepEqual({ product_sku: s.product_sku, warehouse: s.warehouse }, expected.stock);
      assert.equal(s.available, s.on_hand - s.reserved);
    });
    await t.test('a misspelt value is an error that names the nearest', async () => {
      const { warehouse, meant } = expected.misspelt;
      const result = await client.callTool({ name: 'check_inventory', arguments: { ...expected.stock, warehouse } });
      assert.equal(result.isError, true);
      assert.equal(result.structuredContent, undefined);
      assert.match(textOf(result), new RegExp(`${warehouse}.*${meant}`, 's'));
    });
    await t.test('a missing and a misspelt argument are reported together', async () => {
      const result = await client.callTool({ name: 'check_inventory', arguments: { product_skew: 'SKU-4421' } });
      assert.equal(result.isError, true);
      assert.equal(result.structuredContent, undefined);
      for (const part of ['product_skew', 'product_sku', 'warehouse']) assert.match(textOf(result), new RegExp(part));
    });
    await t.test('an unknown tool is a protocol error that names the nearest', async () => {
      const { tool, meant } = expected.unknown;
      await assert.rejects(client.callTool({ name: tool, arguments: {} }), (err) => {
        assert.equal(err.code, -32602);
        assert.match(err.message, new RegExp(meant));
        return true;
      });
    });
    await t.test('one request_key makes one reorder', async () => {
      const order = (request_key) => client.callTool({ name: 'create_reorder', arguments: { ...expected.reorder, request_key } });
      const key = randomUUID();
      const [first, again, other] = [await order(key), await order(key), await order(randomUUID())];
      for (const r of [first, again, other]) assert.ok(!r.isError, textOf(r));
      assert.deepEqual(again.structuredContent, first.structuredContent);
      assert.notEqual(other.structuredContent.reorder_id, first.structuredContent.reorder_id);
    });
    await t.test('a recount that is asked for until it ends has a report', async () => {
      const key = randomUUID();
      const start = () => client.callTool({ name: 'start_recount', arguments: { ...expected.recount, request_key: key } });
      let result = await start();
      const id = result.structuredContent?.recount_id;
      for (let asked = 0; asked < 5 && result.structuredContent?.status === 'working'; asked++) {
        result = await client.callTool({ name: 'get_recount', arguments: { recount_id: id } });
      }
      assert.equal(result.structuredContent?.status, 'completed', textOf(result));
      assert.equal(result.structuredContent.result.warehouse, expected.recount.warehouse);
      assert.equal(result.structuredContent.result.discrepancies.length, result.structuredContent.result.rows_that_differ);
      assert.equal((await start()).structuredContent.recount_id, id, 'one request_key, one recount');
    });
    await t.test('parallel reads agree', async () => {
      const call = () => client.callTool({ name: 'check_inventory', arguments: expected.stock });
      const results = await Promise.all(Array.from({ length: parallel }, call));
      const counts = results.map(({ structuredContent: { as_of, ...counts } }) => counts);
      for (const c of counts) assert.deepEqual(c, counts[0]);
    });
  });
}

/** Fails unless the tools are those of expected.json, each complete. */
export function listed(tools) {
  const hints = Object.fromEntries(tools.map(({ name, annotations: { title, ...hints } }) => [name, hints]));
  assert.deepEqual(hints, expected.tools);
  for (const t of tools) {
    assert.ok(t.title, `${t.name} has no title`);
    assert.equal(t.annotations.title, t.title, t.name);
    assert.equal(t.inputSchema.type, 'object', t.name);
    assert.equal(t.inputSchema.additionalProperties, false, t.name);
    assert.equal(t.outputSchema.type, 'object', t.name);
  }
}

/** The only block of a result, which is text. */
export function textOf(result) {
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, 'text');
  return result.content[0].text;
}
