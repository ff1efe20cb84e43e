import { BRAND_STYLE, TOKENS } from '@space/web';

/** The style of the public pages of forms and bookings. The policy of each page allows exactly this text. */
export const PAGE_STYLE = `${TOKENS}${BRAND_STYLE}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 1.0625rem/1.5 var(--font); background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.card { background: var(--card); border: 1px solid var(--faint); border-radius: .75rem; padding: 1.25rem 1rem 1.5rem; }
h1 { font-size: 1.625rem; line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2rem 0 .5rem; }
h3 { font-size: 1.0625rem; line-height: 1.35; margin: 1.25rem 0 .25rem; }
p { margin: 0 0 .75rem; }
.lines { white-space: pre-line; }
.whole { white-space: nowrap; }
.soft, .help { color: var(--soft); }
.help { margin: .125rem 0 .375rem; font-size: .9375rem; white-space: pre-line; }
a { color: var(--link); }
.field { margin: 1.5rem 0 0; padding: 0; border: 0; min-width: 0; }
[hidden] { display: none !important; }
label.name, legend.name { display: block; font-weight: 600; padding: 0; margin: 0 0 .25rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { padding: 0; }
fieldset fieldset { margin: .75rem 0 0; }
fieldset fieldset .choice { display: inline-flex; margin-inline-end: 1.25rem; }
.optional { font-weight: 400; color: var(--soft); }
input, select, textarea, button { font: inherit; color: inherit; }
input[type=text], input[type=email], input[type=tel], input[type=url], input[type=date], input[type=time], input[type=datetime-local], input[type=file], select, textarea { display: block; width: 100%; min-height: 2.875rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
::file-selector-button { font: inherit; font-size: .9375rem; color: var(--ink); background: var(--shade); border: 1px solid var(--line); border-radius: .375rem; padding: .125rem .75rem; margin-inline-end: .75rem; cursor: pointer; }
textarea { min-height: 8rem; resize: vertical; }
input[type=date], input[type=time], input[type=datetime-local] { max-width: 18rem; }
.short input, .short select { max-width: 14rem; }
input:focus-visible, select:focus-visible, textarea:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible, .problems:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .5rem .25rem; min-height: 2.75rem; cursor: pointer; }
.choice input { flex: none; width: 1.375rem; height: 1.375rem; margin: .0625rem 0 0; accent-color: var(--link); }
.scale { width: fit-content; max-width: 100%; }
.steps { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 4.5rem); gap: clamp(2px, .75vw, .375rem); margin-top: .25rem; }
.steps label { position: relative; min-width: 0; min-height: 2.875rem; display: grid; place-items: center; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); cursor: pointer; font-variant-numeric: tabular-nums; }
.steps input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.steps label:has(input:checked) { background: var(--link); border-color: var(--link); color: var(--on-link); font-weight: 600; }
.steps label:has(input:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px; }
.scale:has(.many) { width: auto; }
.steps.many { grid-auto-flow: row; grid-template-columns: repeat(auto-fill, minmax(2.75rem, 1fr)); }
@media (max-width: 23.5rem) {
  .scale:has(.steps > :nth-child(10)) { width: auto; }
  .steps:not(.many):has(> :nth-child(10)) { grid-auto-flow: row; grid-template-columns: repeat(5, minmax(0, 1fr)); }
  .steps:not(.many):has(> :nth-child(11)) { grid-template-columns: repeat(6, minmax(0, 1fr)); }
}
.stars { display: flex; gap: .125rem; margin: .25rem 0 0 -.375rem; }
.stars + .ends { max-width: 14rem; }
.stars label { position: relative; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: .5rem; cursor: pointer; }
.stars input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.stars svg { display: block; fill: transparent; stroke: var(--line); stroke-width: 1.5; stroke-linejoin: round; }
.stars label:is(:has(input:checked), :has(~ label input:checked)) svg { fill: var(--star); stroke: var(--star-line); }
.stars label:has(input:focus-visible) { outline: 3px solid var(--link); outline-offset: -2px; }
@media (hover: hover) { .stars label:is(:hover, :has(~ label:hover)) svg { stroke: var(--star-line); } }
.progress { display: block; appearance: none; width: 100%; height: .375rem; border: 0; border-radius: 1rem; background: var(--shade); overflow: hidden; margin: .25rem 0 0; }
.progress::-webkit-progress-bar { background: var(--shade); border-radius: 1rem; }
.progress::-webkit-progress-value { background: var(--link); border-radius: 1rem; }
.progress::-moz-progress-bar { background: var(--link); border-radius: 1rem; }
.place { margin: 1.25rem 0 0; font-size: .9375rem; }
.ranking { list-style: none; counter-reset: rank; margin: .5rem 0 0; padding: 0; display: grid; gap: .5rem; }
.ranking li { counter-increment: rank; display: flex; align-items: center; gap: .375rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); padding: .25rem .375rem .25rem .75rem; touch-action: none; }
.ranking li::before { content: counter(rank); flex: none; min-width: 1.5rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.ranking .grip { flex: 1; min-width: 0; padding: .5rem 0; cursor: grab; user-select: none; }
.ranking .dragged { border-color: var(--link); background: var(--mark); }
.ranking .dragged .grip { cursor: grabbing; }
.ranking .move { flex: none; margin: 0; width: 2.75rem; min-height: 2.75rem; padding: 0; border-color: transparent; background: none; }
.ends { display: flex; justify-content: space-between; gap: 1rem; color: var(--soft); font-size: .9375rem; margin: .25rem 0 0; }
.pair { display: grid; gap: .75rem; align-items: end; }
.prefixed { display: flex; align-items: center; gap: .5rem; max-width: 18rem; }
.prefixed span { flex: none; }
.invalid { border-inline-start: 4px solid var(--bad); padding-inline-start: .875rem; }
.error { color: var(--bad); font-weight: 600; margin: .125rem 0 .375rem; }
[aria-invalid=true]:is(input:not([type=radio], [type=checkbox]), select, textarea) { border: 2px solid var(--bad); }
.problems { border: 3px solid var(--bad); border-radius: .5rem; background: var(--bad-ground); padding: .875rem 1rem; margin: 1rem 0 0; }
.problems h2 { margin: 0 0 .375rem; font-size: 1.125rem; }
.problems ul { margin: 0; padding-inline-start: 1.25rem; }
.problems a { color: var(--bad); font-weight: 600; }
.notice { border-inline-start: 4px solid var(--link); background: var(--mark); border-radius: .25rem; padding: .625rem .875rem; margin: 1rem 0 0; }
.done { border-inline-start: 4px solid var(--good); background: var(--good-ground); border-radius: .25rem; padding: .625rem .875rem; margin: 1rem 0 0; }
:is(.done, .notice, .soft):focus { outline: 0; }
.figure { font-size: 2rem; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; margin: .5rem 0 .25rem; }
button, .button { display: inline-block; min-height: 3rem; padding: .625rem 1.5rem; margin-top: 1.75rem; border: 1px solid var(--link); border-radius: .5rem; background: var(--link); color: var(--on-link); font-weight: 600; text-decoration: none; cursor: pointer; }
button.second, .button.second { background: var(--card); color: var(--link); }
button[aria-disabled=true] { opacity: .65; cursor: progress; }
.button.plain { background: none; border-color: transparent; color: var(--link); font-weight: 400; text-decoration: underline; padding-inline: 0; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.buttons > * { margin-top: 0; }
.buttons + .help { margin-top: .75rem; }
.honeypot { position: absolute; left: -200vw; width: 1px; height: 1px; overflow: hidden; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.inline body { background: none; }
.inline main { max-width: none; padding: 0; }
.inline .card { background: none; border: 0; border-radius: 0; padding: 0; }
.inline .title { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.inline .card > :first-child:not(.title), .inline .title + * { margin-top: 0; }
.inline .title + form > section:first-of-type > :first-child { margin-top: 0; }
.framed :is(.brand, .unframed) { display: none; }
.inline .card > :last-child, .inline .card > :last-child > :last-child { margin-bottom: 0; }
.inline :focus-visible { outline-offset: -3px; }
@media (prefers-color-scheme: dark) { .inline:not(.light, .dark, .auto) main { padding: 1rem; } }
hr { border: 0; border-top: 1px solid var(--faint); margin: 2rem 0 0; }
.zone { margin: 1.25rem 0 0; font-size: .9375rem; color: var(--soft); }
.zone summary { display: inline-block; cursor: pointer; padding: .25rem 0; text-decoration: underline dotted; text-underline-offset: .25rem; list-style: none; }
.zone summary::-webkit-details-marker { display: none; }
.zone form { color: var(--ink); margin: .5rem 0 0; }
.signs { margin: 1rem 0; display: grid; gap: .375rem; color: var(--soft); }
.signs div { display: flex; gap: .625rem; align-items: flex-start; }
.signs dt { flex: none; display: grid; place-items: center; height: 1.5em; }
.signs dd { margin: 0; min-width: 0; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
.row select { flex: 1 1 14rem; width: auto; min-width: 0; }
.row button { margin: 0; min-height: 2.875rem; padding: .375rem 1rem; }
.times { display: grid; gap: 0 2rem; }
.times > section { scroll-margin-top: 1rem; min-width: 0; }
.times h2 { margin: 1rem 0 .75rem; text-wrap: balance; font-size: 1.125rem; }
.turn { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; margin: .375rem 0 .125rem; }
.times .turn h2 { margin: 0; }
.turn p { margin: 0 0 0 auto; display: flex; gap: .25rem; }
.turn a { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: .5rem; font-size: 1.5rem; line-height: 1; text-decoration: none; }
.turn a:hover { background: var(--mark); }
.days { border-collapse: separate; border-spacing: .125rem; width: 100%; table-layout: fixed; text-align: center; font-variant-numeric: tabular-nums; }
.days th { font-weight: 400; font-size: .8125rem; color: var(--soft); padding: .25rem 0; }
.days td { padding: 0; }
.days a, .days span { display: grid; place-items: center; min-height: 2.75rem; border-radius: .5rem; }
.days a { background: var(--mark); font-weight: 600; text-decoration: none; }
.days a.chosen { background: var(--link); color: var(--on-link); }
.days .none { color: var(--soft); }
.days [aria-current=date] { text-decoration: underline; text-underline-offset: .25rem; }
.slots { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); font-variant-numeric: tabular-nums; }
.slots a { display: grid; place-items: center; min-height: 2.875rem; padding: .25rem .5rem; border: 1px solid var(--link); border-radius: .5rem; font-weight: 600; text-decoration: none; text-align: center; }
.slots small { font-weight: 400; color: var(--soft); }
.slots a:hover, .days a:hover { text-decoration: underline; }
.chosen-time { border-inline-start: 4px solid var(--link); background: var(--mark); border-radius: .25rem; padding: .625rem .875rem; margin: 1rem 0 0; }
.facts { display: grid; gap: .125rem 1rem; margin: 1rem 0 0; }
.facts dt { color: var(--soft); font-size: .9375rem; }
.facts dd { margin: 0 0 .5rem; }
.buttons.tight { margin-top: .25rem; }
@media (min-width: 46rem) {
  .wide .times { grid-template-columns: minmax(17rem, 1fr) minmax(13rem, .75fr); }
  .wide .slots { max-height: 24rem; overflow-y: auto; padding: .25rem; margin: 0 -.25rem -.25rem; }
}
@media (min-width: 64rem) {
  main.wide { max-width: 66rem; }
  .wide .booking { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 0 2.5rem; }
  .wide .booking > .choice-of-time { border-inline-start: 1px solid var(--faint); padding-inline-start: 2.5rem; }
  .wide .times h2 { margin-top: 0; min-height: 2.75rem; display: flex; align-items: center; }
  .wide .turn { margin: 0 0 .75rem; }
}
@media (min-width: 40rem) { main { padding-top: 3rem; } .card { padding: 2rem 2rem 2.25rem; } .pair { grid-template-columns: 1fr 1fr; } }
@media (forced-colors: active) { .steps label:has(input:checked) { outline: 3px solid SelectedItem; } }
`;
