import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { descriptorSchema } from '@atalaia/contracts'
import { librariesOf } from './libraries-of.ts'
import { libraryCells, LIMIT, thousands } from './route-row.ts'

/**
 * Writes the tables of docs/template-kit.md from a build of the kit: `node mfe-template-kit/scripts/size-table.ts
 * [--dist DIR]`. Exits with an error when a route exceeds the limit.
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
  return { path, chunk: `route-${id}`, count: files.length, bytes, libraries: libraryCells(librariesOf(kit, id)) }
})

const { entry, routeFiles } = descriptor.artifact
const atOnce = new Set([entry, ...Object.values(routeFiles).flat()])
const later = [...sizes].filter(([file]) => /\.(js|css|woff2)$/.test(file) && !atOnce.has(file))

const tables = `
| route | chunk | files | bytes | libraries | licences |
| ----- | ----- | ----: | ----: | --------- | -------- |
${rows.map(({ path, chunk, count, bytes, libraries }) => `| ${path} | ${chunk} | ${count} | ${thousands(bytes)} | ${libraries} |`).join('\n')}

Loaded later, when a page asks for it: the fonts of /app/ui/icons, what Highcharts and ApexCharts draw with, and what
/app/maps/google draws with where no key is configured (\`local-map\`, Leaflet and its shapes).

| file | bytes |
| ---- | ----: |
${later.map(([file, bytes]) => `| ${file.replace(/\.[0-9a-f]{20}\./, '.')} | ${thousands(bytes)} |`).join('\n')}
`
const page = new URL('../../docs/template-kit.md', import.meta.url)
const [before = '', , after = ''] = readFileSync(page, 'utf8').split(
  /(?<=<!-- tables -->\n)|(?=<!-- end of tables -->)/,
)
writeFileSync(page, `${before}${tables}\n${after}`)

const tooLarge = rows.filter(({ bytes }) => bytes > LIMIT)
for (const { path, bytes } of tooLarge)
  process.stderr.write(`${path}: ${thousands(bytes)} bytes, over ${thousands(LIMIT)}\n`)
if (tooLarge.length > 0) process.exitCode = 1
