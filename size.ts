import { callableTools } from './services/gateway/src/mcp/tools.ts';
const t=[...callableTools().values()];
const fam=Map.groupBy(t,x=>x.tool.family);
for (const [f,m] of fam) console.log(f, m.length, m.map(x=>JSON.stringify(x.listed).length).reduce((a,b)=>a+b), m.map(x=>x.tool.action+':'+JSON.stringify(x.listed.inputSchema).length+(x.listed.inputSchema.$defs?'defs:'+Object.keys(x.listed.inputSchema.$defs):'')).join(' '));
console.log(t.length, t.map(x=>JSON.stringify(x.listed).length).reduce((a,b)=>a+b));
