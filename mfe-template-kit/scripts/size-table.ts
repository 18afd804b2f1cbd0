import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { descriptorSchema } from '@atalaia/contracts'
import { librariesOf, libraryCells, MAX_ROUTE_BYTES } from './route-facts.ts'

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

const thousands = (bytes: number): string => bytes.toLocaleString('en-US')

const { entry, routeFiles } = descriptor.artifact
const atOnce = new Set([entry, ...Object.values(routeFiles).flat()])
const late = [...sizes].filter(([file]) => /\.(js|css|woff2)$/.test(file) && !atOnce.has(file))
const isCode = (file: string) => file.startsWith('code-')
const codeBytes = late.filter(([file]) => isCode(file)).map(([, bytes]) => bytes)
const others = late.filter(([file]) => !isCode(file))

const tables = `
| route | chunk | files | bytes | libraries | licences |
| ----- | ----- | ----: | ----: | --------- | -------- |
${rows.map(({ path, chunk, count, bytes, libraries }) => `| ${path} | ${chunk} | ${count} | ${thousands(bytes)} | ${libraries} |`).join('\n')}

Loaded later: the fonts of /app/ui/icons, what charts are drawn with, the form elements with libraries of their own, what
/app/maps/google draws with where no key is configured (\`local-map\`, Leaflet and its shapes), the reference of the parts, and
the code of the examples (\`code-<page>\`, ${codeBytes.length} files of up to ${thousands(Math.max(...codeBytes))} bytes).

| file | bytes |
| ---- | ----: |
${others.map(([file, bytes]) => `| ${file.replace(/\.[0-9a-f]{16}\./, '.')} | ${thousands(bytes)} |`).join('\n')}
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
