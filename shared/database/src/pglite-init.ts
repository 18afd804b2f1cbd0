import { PGlite } from '@electric-sql/pglite'
import { delayTiering } from './pglite-tiering.ts'

// Whoever asked for the folder is gone.
process.on('disconnect', () => process.exit(1))

delayTiering()
const [folder] = process.argv.slice(2)
const database = await PGlite.create(folder)
await database.close()
process.exit(0)
