// A small server in the idiom of the TypeScript SDK v2, as its guide writes one.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const books = new Map([['Emma', 3], ['Ulysses', 0]]);

serveStdio(() => {
  const server = new McpServer({ name: 'books', version: '1.0.0' });
  server.registerTool(
    'find_books',
    {
      title: 'Find books',
      description: 'Lists the books on the shelf whose title contains a text.',
      inputSchema: z.object({ text: z.string().describe('Part of the title'), limit: z.number().int().min(1).max(50).optional() }),
      outputSchema: z.object({ titles: z.array(z.string()) }),
      annotations: { readOnlyHint: true },
    },
    async ({ text, limit }) => {
      const titles = [...books.keys()].filter((t) => t.includes(text)).slice(0, limit ?? 10);
      return { content: [{ type: 'text', text: JSON.stringify({ titles }) }], structuredContent: { titles } };
    },
  );
  server.registerTool(
    'lend_book',
    { description: 'Lends one copy of a book.', inputSchema: z.object({ title: z.string() }) },
    async ({ title }) => {
      const left = books.get(title);
      if (!left) throw new Error(`no copy of ${title}`);
      books.set(title, left - 1);
      return { content: [{ type: 'text', text: `lent ${title}` }] };
    },
  );
  return server;
});
