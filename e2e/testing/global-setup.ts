import { makeDatabases } from './stack.ts'

/** Playwright runs it before its workers. */
export default makeDatabases
