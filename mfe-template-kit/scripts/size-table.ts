import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { descriptorSchema } from '@atalaia/contracts'
import { librariesOf } from './libraries-of.ts'

/**
 * Writes docs/template-kit.md from a build of the kit: `node mfe-template-kit/scripts/size-table.ts [--dist DIR]`.
 * Ends with an error when a route is over the limit.
 */
const LIMIT = 350_000

const kit = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { dist: { type: 'string', default: join(kit, 'dist') } } })
const descriptor = descriptorSchema.parse(JSON.parse(readFileSync(join(values.dist, 'remote.json'), 'utf8')))
const sizes = new Map(
  descriptor.artifact.files.map(({ path }) => [path, brotliCompressSync(readFileSync(join(values.dist, path))).length]),
)
const thousands = (bytes: number) => bytes.toLocaleString('en-US')

const rows = descriptor.routes.map(({ id, path }) => {
  const files = (descriptor.artifact.routeFiles[id] ?? []).filter((file) => !file.startsWith('remote.'))
  const libraries = librariesOf(kit, id)
  return {
    path,
    chunk: `route-${id}`,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
    libraries: libraries.map(({ name, version }) => `${name} ${version}`).join(', ') || '—',
    licences: [...new Set(libraries.map(({ licence }) => licence))].join(', ') || '—',
  }
})

const { entry, routeFiles } = descriptor.artifact
const atOnce = new Set([entry, ...Object.values(routeFiles).flat()])
const later = [...sizes].filter(([file]) => /\.(js|css)$/.test(file) && !atOnce.has(file))

const text = `# The template kit, route by route

Written by \`node mfe-template-kit/scripts/size-table.ts\` from a build. Bytes are brotli: the route's own scripts and
styles with the chunks that it has in common with other pages of the kit, beyond what the shell shares (React, router)
and the kit's entry. No route may take more than ${thousands(LIMIT)}.

| route | chunk | files | bytes | libraries | licences |
| ----- | ----- | ----: | ----: | --------- | -------- |
${rows.map((row) => `| ${row.path} | ${row.chunk} | ${row.files} | ${thousands(row.bytes)} | ${row.libraries} | ${row.licences} |`).join('\n')}

Loaded later, when a page asks for it (\`local-map\` and what comes with it: Leaflet and the shapes of
/app/maps/google, where no key is configured):

| file | bytes |
| ---- | ----: |
${later.map(([file, bytes]) => `| ${file.replace(/\.[0-9a-f]{20}\./, '.')} | ${thousands(bytes)} |`).join('\n')}
`
writeFileSync(fileURLToPath(new URL('../../docs/template-kit.md', import.meta.url)), text)

const tooLarge = rows.filter(({ bytes }) => bytes > LIMIT)
for (const { path, bytes } of tooLarge)
  process.stderr.write(`${path}: ${thousands(bytes)} bytes, over ${thousands(LIMIT)}\n`)
if (tooLarge.length > 0) process.exitCode = 1
