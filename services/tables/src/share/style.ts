import { BRAND_STYLE, TOKENS } from '@space/web';

/** Columns of the grid of a dashboard on a wide screen. */
export const DASHBOARD_COLUMNS = 12;

/** The rules of the places of widgets: `w3` is three columns wide, `h2` two rows high, and `x0` begins in the first column. */
const PLACES = Array.from(
  { length: DASHBOARD_COLUMNS },
  (_, at) =>
    `.w${at + 1} { grid-column-end: span ${at + 1}; } .h${at + 1} { grid-row-end: span ${at + 1}; } .x${at} { grid-column-start: ${at + 1}; }`,
).join('\n  ');

/** The style of all pages of shared views. The policy of each page allows it by its hash. */
export const PAGE_STYLE = `${TOKENS}${BRAND_STYLE}* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 var(--font); background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
header, main, footer { max-width: 84rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; padding-bottom: .75rem; }
main.narrow { max-width: 30rem; padding-top: 12vh; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; text-wrap: balance; }
h2 { font-size: 1.0625rem; line-height: 1.35; margin: 0; }
h3 { font-size: 1rem; line-height: 1.35; margin: 0; }
p { margin: .25rem 0 .75rem; }
.soft, header p, footer { color: var(--soft); }
header p { margin: .25rem 0 0; }
footer { margin-top: 2rem; padding-top: 1rem; padding-bottom: 2rem; font-size: .875rem; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, .scroll:focus-visible, .board:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; margin: 0 0 .75rem; }
.controls .search { display: flex; gap: .5rem; flex: 0 1 28rem; min-width: 0; }
.controls input { flex: 1 1 auto; min-width: 0; padding: .5rem .75rem; }
.controls button { flex: none; width: auto; margin: 0; padding: .5rem 1rem; }
.controls .rows { margin: 0; color: var(--soft); font-size: .9375rem; font-variant-numeric: tabular-nums; }
.controls .rows a { margin-inline-start: .75rem; }
.scroll { position: relative; overflow: auto; max-height: calc(100vh - 4rem); max-height: calc(100dvh - 4rem); scroll-padding: 3rem 1rem 1rem min(16rem, 45vw); border: 1px solid var(--faint); border-radius: .5rem; background: var(--card); }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .9375rem; }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem; border-bottom: 1px solid var(--faint); white-space: pre-line; overflow-wrap: break-word; max-width: 28rem; }
.long { min-width: min(28rem, 75vw); }
.choices { min-width: 12rem; }
.links { min-width: 14rem; }
.date, .number { white-space: nowrap; }
.sized { width: min(var(--width), 75vw); min-width: min(var(--width), 75vw); max-width: min(var(--width), 75vw); }
.sized.date, .sized.number { max-width: none; }
thead th { font-weight: 600; background: var(--shade); white-space: nowrap; }
thead .sized { white-space: normal; }
thead a { color: inherit; text-decoration: none; display: inline-flex; gap: .375rem; align-items: baseline; }
thead .number a { flex-direction: row-reverse; }
thead a:hover { text-decoration: underline; }
thead a::after { content: "↕"; content: "↕" / ""; font-size: .75em; opacity: 0; }
thead a:hover::after, thead a:focus-visible::after { opacity: .6; }
thead [aria-sort=ascending] a::after { content: "▲"; content: "▲" / ""; opacity: 1; }
thead [aria-sort=descending] a::after { content: "▼"; content: "▼" / ""; opacity: 1; }
.scroll thead th { position: sticky; top: 0; z-index: 1; box-shadow: 1px 0 0 var(--shade); }
.scroll :is(thead, tbody, tfoot) tr > :first-child:not([colspan]) { position: sticky; left: 0; z-index: 1; min-width: min(var(--width, 14rem), 40vw); max-width: min(var(--width, 20rem), 45vw); border-inline-end: 1px solid var(--faint); }
.scroll thead tr > :first-child:not([colspan]) { z-index: 2; }
.scroll tbody tr > :first-child:not([colspan]) { background: var(--card); }
th[scope=rowgroup] > span { position: sticky; left: .75rem; }
tbody th { font-weight: 600; }
tbody th[scope=rowgroup] { background: var(--shade); }
tbody:last-child tr:last-child > *, tfoot tr:last-child > * { border-bottom: 0; }
tfoot td { font-weight: 600; background: var(--shade); border-top: 1px solid var(--faint); }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.short td { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.chip { display: inline-block; vertical-align: bottom; margin: .0625rem 0; padding: 0 .5rem; border: 1px solid transparent; border-color: color-mix(in srgb, var(--fill, transparent) 40%, transparent); border-radius: 1rem; background: var(--tint, var(--shade)); color: var(--choice, var(--ink)); white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.chip.plain { border-color: transparent; background: var(--shade); color: var(--ink); }
.stars { color: var(--star-line); letter-spacing: .05em; white-space: nowrap; }
ul.plain, ol.plain { list-style: none; margin: 0; padding: 0; }
dl { margin: 0; display: grid; gap: .375rem; font-size: .9375rem; }
dt { color: var(--soft); font-size: .8125rem; }
dd { margin: 0; white-space: pre-line; }
.card { background: var(--card); border: 1px solid var(--faint); border-radius: .5rem; padding: .75rem; display: grid; gap: .5rem; align-content: start; min-width: 0; }
.card img { display: block; width: calc(100% + 1.5rem); margin: -.75rem -.75rem 0; height: 10rem; object-fit: cover; border-radius: .5rem .5rem 0 0; background: var(--shade); }
.card img.contain { object-fit: contain; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .75rem; }
.gallery > li { display: grid; min-width: 0; }
.board { display: grid; gap: 1rem; }
.board > section { display: grid; gap: .5rem; align-content: start; min-width: 0; padding-top: .5rem; border-top: 3px solid var(--fill, var(--faint)); }
.board p { margin: 0; }
h2.stack { margin: 0 0 .75rem; }
.board h2 { display: flex; align-items: center; gap: .5rem; }
.board ul { display: grid; gap: .5rem; }
.count { color: var(--soft); font-weight: 400; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 1rem 0; align-items: baseline; }
.turn { flex-wrap: nowrap; align-items: center; gap: .25rem; margin-top: .5rem; }
.turn div { flex: 1; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; min-width: 0; }
.turn [rel] { flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: .5rem; font-size: 1.5rem; line-height: 1; text-decoration: none; }
.turn [rel]:hover { background: var(--mark); }
.days { display: grid; gap: .5rem; }
.days > li { position: relative; background: var(--card); border: 1px solid var(--faint); border-radius: .5rem; padding: .5rem .75rem; min-width: 0; }
.days > li.empty, .days > li.other { display: none; }
.days ul { display: grid; gap: .25rem; font-size: .9375rem; }
.days li li { display: flex; gap: .375rem; align-items: baseline; padding: 0 .375rem; border-radius: .25rem; border-inline-start: 3px solid var(--fill, var(--faint)); background: var(--tint, transparent); color: var(--choice, inherit); min-width: 0; }
.days .time { flex: none; font-variant-numeric: tabular-nums; }
.days .more { margin: .25rem 0 0; color: var(--soft); font-size: .8125rem; }
.days .today { border-color: var(--link); }
.days h3 .short { display: none; }
.weekdays { display: none; }
.tiles, .places, .metrics { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.metrics { grid-column: 1 / -1; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); }
.card:has(> .metric) { container-type: inline-size; }
.metric { font-size: 1.5rem; font-size: clamp(.875rem, 10cqi, 2rem); line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0; }
.metric.small { font-size: clamp(.875rem, 6cqi, 2rem); }
.chart { font-size: .875rem; }
svg.chart, .bars svg { display: block; width: 100%; overflow: visible; }
.chart text { fill: var(--ink); }
.bars { display: grid; gap: .625rem; }
.bars li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .125rem 1rem; }
.chart .name { min-width: 0; }
.chart .name + span { white-space: nowrap; font-variant-numeric: tabular-nums; }
.pie { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 1.5rem; }
.pie > svg { flex: 0 1 12rem; min-width: 8rem; }
.legend { flex: 1 1 11rem; display: grid; gap: .25rem; }
.legend li { display: flex; gap: .5rem; align-items: baseline; }
.legend svg { flex: none; }
.legend .name { flex: 1; }
.chart .bar { fill: var(--fill, var(--bar)); }
.chart .slice { fill: var(--fill); stroke: var(--card); }
.chart.colored .plain { fill: var(--line); }
.chart .line { stroke: var(--bar); stroke-width: 2.5; stroke-linecap: round; }
.chart .axis { stroke: var(--faint); }
details summary { cursor: pointer; color: var(--soft); font-size: .875rem; }
details table { font-size: .875rem; }
label { display: block; font-weight: 600; margin: 1rem 0 .375rem; }
input, button { font: inherit; color: inherit; padding: .625rem .75rem; border-radius: .5rem; border: 1px solid var(--line); background: var(--card); width: 100%; }
::placeholder { color: var(--soft); opacity: 1; }
button { margin-top: 1rem; background: var(--link); border-color: var(--link); color: var(--on-link); font-weight: 600; cursor: pointer; }
.error { border-inline-start: 4px solid var(--bad); padding: .25rem .75rem; margin: 1rem 0 0; }
.none { padding: 2.5rem 1rem; text-align: center; border: 1px dashed var(--faint); border-radius: .5rem; color: var(--soft); }
@media (min-width: 46rem) {
  .board { position: relative; display: flex; align-items: flex-start; overflow-x: auto; padding-bottom: .75rem; }
  .board > section { flex: 1 0 18rem; max-width: 26rem; }
  .weekdays, .month { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: 1px; }
  .weekdays { color: var(--soft); font-size: .875rem; margin-bottom: .25rem; }
  .month { background: var(--faint); border: 1px solid var(--faint); border-radius: .5rem; overflow: hidden; }
  .month > li, .month > li.empty, .month > li.other { display: block; border: 0; border-radius: 0; min-height: 7rem; padding: .375rem .5rem; }
  .month.week > li { min-height: 16rem; }
  .agenda > li { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: .25rem 1rem; }
  .agenda .more { grid-column: 2; }
  .month > li.other { background: var(--shade); }
  .month > li.today { box-shadow: inset 0 0 0 2px var(--link); }
  .month h3 { font-size: .875rem; font-weight: 600; }
  .month h3 .short { display: inline; }
  .month h3 .whole { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .month ul { font-size: .8125rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .places { grid-template-columns: repeat(${DASHBOARD_COLUMNS}, minmax(0, 1fr)); grid-auto-rows: minmax(3.5rem, auto); }
  ${PLACES}
}
@media (min-width: 72rem) {
  .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .tiles:has(> section:nth-of-type(4):last-of-type), .tiles:has(> section:nth-of-type(2):last-of-type) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media print { .board { display: grid; } .scroll { max-height: none; overflow: visible; } footer, nav, form { display: none; } }
`;
