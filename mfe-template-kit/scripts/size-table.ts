import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { descriptorSchema } from '@atalaia/contracts'
import { librariesOf, libraryRows, licencesOf, MAX_ROUTE_BYTES } from './route-facts.ts'

/**
 * Writes the tables of docs/template-kit.md from a build: `node
 * mfe-template-kit/scripts/size-table.ts [--dist DIR]`. Fails when a route exceeds the limit.
 */
const kit = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { dist: { type: 'string', default: join(kit, 'dist') } } })
const descriptor = descriptorSchema.parse(JSON.parse(readFileSync(join(values.dist, 'remote.json'), 'utf8')))
const sizes = new Map(
  descriptor.artifact.files.map(({ path }) => [path, brotliCompressSync(readFileSync(join(values.dist, path))).length]),
)

const rows = descriptor.routes.map(({ id, path }) => {
  const files = (descriptor.artifact.routeFiles[id] ?? []).filter((file) => !file.startsWith('remote.'))
  const bytes = files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  return { path, count: files.length, bytes, libraries: librariesOf(kit, id) }
})

const thousands = (bytes: number): string => bytes.toLocaleString('en-US')

const tables = `
| route | files | bytes | licences |
| --- | ---: | ---: | --- |
${rows.map(({ path, count, bytes, libraries }) => `| ${path} | ${count} | ${thousands(bytes)} | ${licencesOf(libraries)} |`).join('\n')}

| library | licence |
| --- | --- |
${libraryRows(rows.flatMap(({ libraries }) => libraries)).join('\n')}
`
const page = new URL('../../docs/template-kit.md', import.meta.url)
const [before = '', , after = ''] = readFileSync(page, 'utf8').split(
  /(?<=<!-- tables -->\n)|(?=<!-- end of tables -->)/,
)
writeFileSync(page, `${before}${tables}\n${after}`)

const tooLarge = rows.filter(({ bytes }) => bytes > MAX_ROUTE_BYTES)
for (const { path, bytes } of tooLarge)
  process.stderr.write(`${path}: ${thousands(bytes)} bytes, over ${thousands(MAX_ROUTE_BYTES)}\n`)
if (tooLarge.length > 0) process.exitCode = 1
