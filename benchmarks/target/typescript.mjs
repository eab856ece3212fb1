// The benchmark's server on the TypeScript SDK, version 2, in the form its documentation shows: one factory,
// createMcpHandler behind node:http for both eras, serveStdio for standard input and output.
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseArgs } from 'node:util';
import * as z from 'zod';

const { values } = parseArgs({ options: { addr: { type: 'string' }, tools: { type: 'string', default: '1' }, stdio: { type: 'boolean' } } });

// The same rows as package stock makes.
const warehouses = ['Chicago', 'Denver', 'Atlanta', 'Seattle', 'Boston', 'Dallas', 'Phoenix', 'Portland', 'Memphis', 'Tampa'];
const shelf = new Map();
for (let p = 0; p < 500; p++) {
  for (let w = 0; w < warehouses.length; w++) {
    const sku = `SKU-${String(p).padStart(4, '0')}`;
    const onHand = ((p * 37 + w * 11) % 900) + 1;
    const reserved = (p * 13 + w * 7) % onHand;
    shelf.set(`${sku} ${warehouses[w]}`, {
      product_sku: sku, warehouse: warehouses[w], on_hand: onHand, reserved, available: onHand - reserved, as_of: '2026-07-28T09:30:00Z',
    });
  }
}

const inputSchema = z.strictObject({
  product_sku: z.string().regex(/^SKU-[0-9]{4}$/).describe('Product SKU, e.g. SKU-0421'),
  warehouse: z.enum(warehouses).describe('Warehouse city'),
});
const outputSchema = z.strictObject({
  product_sku: z.string().describe('Product SKU'),
  warehouse: z.string().describe('Warehouse city'),
  on_hand: z.int().describe('Units on the shelves'),
  reserved: z.int().describe('Units promised to orders'),
  available: z.int().describe('Units free to promise'),
  as_of: z.iso.datetime().describe('When the count was read'),
});

const answer = (structuredContent) => ({ content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent });

function check({ product_sku, warehouse }) {
  const level = shelf.get(`${product_sku} ${warehouse}`);
  if (!level) throw new Error(`no product ${product_sku} in ${warehouse}`);
  return answer(level);
}

function factory() {
  const server = new McpServer({ name: 'inventory', title: 'Inventory', version: '1.0.0' });
  for (let n = 0; n < Number(values.tools); n++) {
    server.registerTool(n ? `check_inventory_in_aisle_${n}` : 'check_inventory', {
      title: n ? `Check inventory in aisle ${n}` : 'Check inventory',
      description: n
        ? `Returns the units of one product as aisle ${n} of one warehouse counts them. Use it when the SKU is known.`
        : 'Returns on-hand, reserved and available units of one product in one warehouse. Use it when the SKU is known.',
      inputSchema,
      outputSchema,
    }, check);
  }
  server.registerTool('note_stock', {
    title: 'Note stock',
    description: 'Returns how long a note about one product is. Use it to send arguments of any size.',
    inputSchema: z.strictObject({ product_sku: z.string().regex(/^SKU-[0-9]{4}$/).describe('Product SKU, e.g. SKU-0421'), note: z.string().describe('What was seen on the shelf') }),
    outputSchema: z.strictObject({ product_sku: z.string().describe('Product SKU'), characters: z.int().describe('Length of the note') }),
  }, ({ product_sku, note }) => answer({ product_sku, characters: note.length }));
  server.registerTool('read_journal', {
    title: 'Read journal',
    description: 'Returns the first lines of the journal of counts. Use it to get a result of any size.',
    inputSchema: z.strictObject({ lines: z.int().min(1).describe('How many lines to read') }),
    outputSchema: z.strictObject({
      entries: z.array(z.strictObject({ line: z.int().describe('Line number'), text: z.string().describe('What was written down') })).describe('Lines of the journal, oldest first'),
    }),
  }, ({ lines }) => answer({ entries: Array.from({ length: lines }, (_, i) => ({ line: 1_000_000 + i, text: 'counted by hand; '.repeat(5).slice(0, 73) })) }));
  return server;
}

if (values.stdio) {
  serveStdio(factory);
} else {
  const handle = toNodeHandler(createMcpHandler(factory));
  const [hostIsGood, originIsGood] = [localhostHostValidation(), localhostOriginValidation()];
  const [host, port] = values.addr.split(':');
  createServer((req, res) => {
    if (hostIsGood(req, res) && originIsGood(req, res)) handle(req, res);
  }).listen(Number(port), host);
}
