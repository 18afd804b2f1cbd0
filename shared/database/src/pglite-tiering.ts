import { setFlagsFromString } from 'node:v8'

/**
 * The WebAssembly that a function runs, in bytes of code, before V8 compiles it anew to make it faster; V8's own default is
 * 13 million. PostgreSQL's parser is one function of 100 KB, whose compilation takes half a second of a core and 600 MB, and
 * which reads a token in 70 ns without it: with V8's default each start pays it, and a process waits for it before it ends.
 */
const TIERING_BUDGET = 500_000_000

/**
 * Makes V8 compile PGlite later, in all of this process; to be called before PGlite is started. A command that opens the
 * embedded database takes 1.3 s of the processor's time for 2.2, the first start 3.2 for 4.3, an import of a million rows
 * what it took before.
 */
export const delayTiering = (): void => setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
