import { callableTools } from './services/gateway/src/mcp/tools.ts';
import { familiesOf, listedFamily } from './services/gateway/src/mcp/families.ts';
let sum=0; for (const f of familiesOf(callableTools().values()).values()) { const l=listedFamily(f); const n=JSON.stringify(l).length; sum+=n; console.log(f.name, f.actions.size, n, 'desc', l.description.length); }
console.log(sum); console.log(JSON.stringify(listedFamily(familiesOf(callableTools().values()).get('table_rows')!),null,1));
