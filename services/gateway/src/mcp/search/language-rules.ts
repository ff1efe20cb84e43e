/** The rules of the words of a language. Words are in lower case without accents. */
export interface LanguageRules {
  /** Returns the part of a word that its forms have in common; it need not be a word. */
  stem(word: string): string;
  /** Returns a verb without the pronouns at its end, or undefined. */
  withoutPronouns(word: string): string | undefined;
  /** Parts of verbs that stand at the end of a clause. */
  readonly particles: ReadonlySet<string>;
  /** True if words are joined to longer ones. */
  readonly isCompounding: boolean;
}

/** The shortest stem. */
const SHORTEST_STEM = 3;

/** Returns a word without the longest of some endings that it has, if enough of it remains. */
function withoutEnding(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const PARTICLES = 'ab an auf aus bei durch ein fest frei heraus her hin hinzu los mit nach raus rein um vor weg wieder zu zuruck zusammen';

/** German verbs whose stem changes in some forms. */
const CHANGED_STEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({ nimm: 'nehm', gib: 'geb', lie: 'les', sieh: 'seh', wirf: 'werf', vergis: 'vergess' }),
);

const germanParticles: ReadonlySet<string> = new Set(PARTICLES.split(' '));

const GERMAN_ENDINGS = ['ern', 'en', 'em', 'er', 'es', 'st', 'e', 'n', 's', 't'];

/** Removes the prefix of a participle: "geloscht" and "angelegt" are forms of "loschen" and "anlegen". */
const PARTICIPLE = /^(|ab|an|auf|aus|ein|her|hin|hoch|nach|um|vor|weg|zuruck)ge([a-z]{3,})$/;

function germanStem(word: string): string {
  let stem = word;
  for (let shorter = withoutEnding(stem, GERMAN_ENDINGS); shorter !== stem; shorter = withoutEnding(stem, GERMAN_ENDINGS)) stem = shorter;
  if (stem === word) return CHANGED_STEMS.get(stem) ?? stem;
  const [, particle = '', verb] = PARTICIPLE.exec(stem) ?? [];
  return verb === undefined ? (CHANGED_STEMS.get(stem) ?? stem) : germanStem(particle + verb);
}

/** The rules of German. */
export const germanRules: LanguageRules = {
  stem: germanStem,
  withoutPronouns: () => undefined,
  particles: germanParticles,
  isCompounding: true,
};

const SPANISH_ENDINGS = (
  'ariamos eriamos iriamos aremos eremos iremos ariais iendo yendo asteis aciones aron ieron ando aban ados adas idos idas amos emos imos aste iste ' +
  'aran eran iran aria eria iria ios ias aba ado ada ido ida ion ara era ira ais ar er ir an en as es os ia io a e o s'
).split(' ');

/** Pronouns at the end of an imperative or an infinitive: "bórralo", "enviármelo". */
const CLITICS = /^(.{2,}(?:[aeiou]r|[aeo]n?|d))(?:me|te|se|nos)?(?:lo|la|los|las|le|les|me|te|se|nos)$/;

const spanishStem = (word: string): string => withoutEnding(word, SPANISH_ENDINGS);

/** The rules of Spanish. */
export const spanishRules: LanguageRules = {
  stem: spanishStem,
  withoutPronouns: (word) => CLITICS.exec(word)?.[1],
  particles: new Set(),
  isCompounding: false,
};
