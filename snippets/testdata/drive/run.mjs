// Runs each program of standard input with stand-ins for its packages, and prints what they were given.
import { readFileSync } from "node:fs";

const programs = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
let seen = [];

const note = async (given) => {
  seen.push(given);
  return { id: "r", output: [], output_text: "", content: [], interruptions: [] };
};
class Stand {
  constructor(given) { seen.push(given); }
  async connect() {}
  async close() {}
}
class OpenAI { responses = { create: note }; }
class Anthropic { beta = { messages: { create: note } }; }
const keyboard = { [Symbol.asyncIterator]: () => ({ next: async () => ({}) }), close() {} };
const packages = {
  "node:readline": { createInterface: () => keyboard },
  openai: { default: OpenAI },
  "@anthropic-ai/sdk": { default: Anthropic },
  "@openai/agents": {
    Agent: Stand, MCPServerStreamableHttp: Stand, MCPServerStdio: Stand,
    hostedMcpTool: (given) => { seen.push(given); },
    getAllMcpTools: async () => [],
    run: (_, question) => note({ question }),
  },
};
// Every variable of the environment is set, to its own name.
const environment = { stdin: {}, stdout: { write() {} }, env: new Proxy({}, { get: (_, name) => name }) };

const Program = Object.getPrototypeOf(async () => {}).constructor;
for (const program of programs) {
  seen = [];
  // A function has no import statements; those of the programs are their first lines.
  const body = program
    .replace(/^import (\{.*\}) from (".*");$/gm, "const $1 = packages[$2];")
    .replace(/^import (\w+) from (".*");$/gm, "const { default: $1 } = packages[$2];");
  await new Program("packages", "process", "console", '"use strict";\n' + body)(packages, environment, { log() {} });
  answers.push(seen);
}
process.stdout.write(JSON.stringify(answers));
