import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

/**
 * The WebAssembly that a function runs, in bytes of code, before V8 compiles it anew to make it faster; V8's own default is
 * 13 million, which the start of a database reaches in hundreds of functions.
 */
const TIERING_BUDGET = 500_000_000

/**
 * Whether V8 may compile anew, to make them faster, the functions of WebAssembly that are called for the first time from now on.
 * It holds for all of the process.
 */
export const allowTiering = (allowed: boolean): void => setFlagsFromString(`--wasm-tier-up-filter=${allowed ? -1 : 0}`)

/**
 * PGlite whose SQL parser stays as V8's first compiler makes it, the baseline one. The parser is one function of 105 KB of
 * WebAssembly, which V8 takes for a busy one after 12 KB of SQL, also with a budget of 2,000 million. Compiling it anew takes
 * 0.6 s of a core and 600 MB, for which a process waits before it ends; without it the parser reads a token in 70 ns.
 */
class BaselineParserPglite extends PGlite {
  /** PGlite's first use of SQL. The empty statement before it calls the parser, and little else that has not run yet. */
  // oxlint-disable-next-line no-underscore-dangle -- PGlite's name
  override async _initArrayTypes(...options: Parameters<PGlite['_initArrayTypes']>): Promise<void> {
    allowTiering(false)
    await this.exec(';').finally(() => allowTiering(true))
    // oxlint-disable-next-line no-underscore-dangle -- the same
    await super._initArrayTypes(...options)
  }
}

/**
 * Starts PGlite in `folder`, or in memory without one, so that V8 compiles it later than it would by itself, in all of this
 * process. The API starts with 2.0 s of the processor's time for 2.6 and 450 MB for 790, a command that opens the database
 * takes 1.3 s for 2.2, and an import of a million rows what it took before.
 */
export const startPglite = async (folder?: string): Promise<PGlite> => {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
  const database = new BaselineParserPglite(folder)
  await database.waitReady
  return database
}
