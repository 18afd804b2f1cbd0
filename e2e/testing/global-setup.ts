import { makeDatabases } from './stack.ts'

export default makeDatabases
