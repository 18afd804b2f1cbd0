import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { runScript } from './support/run-script.ts'

// Builds the package of the working folder into its `dist`, as the package's own `prepack`: JavaScript and types from `src`
// without tests, and styles and fonts as they are.
const folder = process.cwd()
const source = join(folder, 'src')
const dist = join(folder, 'dist')
const work = join(root, '.cache', 'packages')

const compile = async (): Promise<void> => {
  const project = join(work, `${basename(folder)}.json`)
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      rootDir: source,
      outDir: dist,
      types: ['node', 'jest'],
      singleThreaded: true,
    },
    include: [source, join(root, 'types')],
    exclude: [join(source, '**/*.test.*')],
  }
  mkdirSync(work, { recursive: true })
  writeFileSync(project, JSON.stringify(config))
  const { code, output } = await runCaptured(join(root, 'node_modules', '.bin', 'tsc'), ['-p', project], { cwd: root })
  if (code !== 0) throw new Error(`${folder}: not built\n${output}`)
}

const STYLE_IMPORT = /^import ["'][^"']+\.css["'];\n/gm

/** Removes style imports, which importers' compilers cannot follow. */
const cleanTypes = (): void => {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  )) {
    const types = readFileSync(join(dist, file), 'utf8')
    writeFileSync(join(dist, file), types.replaceAll(STYLE_IMPORT, ''))
  }
}

const COMPILED = new Set(['.ts', '.tsx', '.scss'])

const copyAssets = (): void => {
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || COMPILED.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const copy = join(dist, file.slice(source.length))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(file, copy)
  }
}

await runScript(async () => {
  rmSync(dist, { recursive: true, force: true })
  await compile()
  cleanTypes()
  copyAssets()
})
