import type { ImportRow } from './import-rule.ts'

/**
 * Wings of leak-api/src from the ground up, with their imports. `import-rules.test.ts` keeps rows
 * exact.
 */
export const LEAK_API_WINGS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  numbers: ['base'],
  leaks: ['base', 'numbers'],
  watchlist: ['base', 'numbers'],
  connect: ['base', 'numbers', 'watchlist'],
  accounts: ['base', 'connect', 'numbers', 'watchlist'],
  notify: ['accounts', 'base', 'connect', 'numbers'],
  notices: ['base', 'notify', 'numbers', 'watchlist'],
}

/** Files that compose the API. */
const COMPOSING = '{..,../..,../../..}/{app,app-parts,config,main}.ts'

const PACKAGES = ['contracts', 'database', 'server']

const rowOf = (wing: string, allowed: readonly string[]): ImportRow => {
  const others = Object.keys(LEAK_API_WINGS).filter((name) => name !== wing && !allowed.includes(name))
  return {
    files: [`leak-api/src/${wing}/**`],
    packages: PACKAGES,
    refused: [COMPOSING, `{..,../..,../../..}/{${[...others, 'cli', 'demo'].join(',')}}/**`],
    mend: `of the wings it imports only ${allowed.join(', ') || 'itself'}: declare what you need as a type and let app.ts hand it in, or move what both need below both. What crosses the network is a schema in shared/contracts.`,
  }
}

export const LEAK_API_ROWS: readonly ImportRow[] = [
  ...Object.entries(LEAK_API_WINGS).map(([wing, allowed]) => rowOf(wing, allowed)),
  {
    // A test sets its scene with what it needs.
    files: ['leak-api/src/**/*.test.ts'],
    packages: PACKAGES,
    mend: 'what servers and pages both need is a schema in shared/contracts.',
  },
]
