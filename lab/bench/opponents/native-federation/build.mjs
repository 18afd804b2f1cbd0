// node build.mjs PACKAGE FOLDER [CHANGE]: builds the shell or a remote into FOLDER, from the working directory.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { runEsBuildBuilder } from '@softarc/native-federation-esbuild'
import * as esbuild from 'esbuild'
import messagesLoader from '../../../../shared/build/src/loaders/compile-messages.ts'

const [name, folder, edition] = process.argv.slice(2)
const stage = process.cwd()
const root = join(import.meta.dirname, '../../../..')
const own = join(root, name)
const isShell = name === 'host-shell'
const assets = ['svg', 'png', 'webp', 'avif', 'jpg', 'woff2', 'woff']
const loader = Object.fromEntries(assets.map((ending) => [`.${ending}`, 'file']))

/** The small schema library, as in each other build, and the federation of this opponent in the place of the shell's. */
const replacements = {
  name: 'replacements',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^zod\/mini$/ }, () => ({ path: join(root, 'shared/build/src/browser/schema.ts') }))
    onResolve({ filter: /^\.\/federation\.ts$/ }, () => ({ path: join(import.meta.dirname, 'federation.ts') }))
    onResolve({ filter: /^@bench\/shell\// }, ({ path }) => ({ path: join(root, 'host-shell/src', path.slice(13)) }))
  },
}

/** The messages of the interface are compiled, as in each other build. */
const messages = {
  name: 'messages',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.messages\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { contents: messagesLoader(source), loader: 'js' }
    })
  },
}

/**
 * A small file of CommonJS that two libraries bring. The adapter makes ES modules of CommonJS in shared modules alone, and loses the names
 * of a file that chooses between two others.
 */
const withSelector = {
  name: 'with-selector',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^use-sync-external-store\/(shim\/)?with-selector/ }, ({ resolveDir }) => ({
      path: createRequire(join(resolveDir, 'from.js')).resolve('use-sync-external-store') + '.esm',
      namespace: 'with-selector',
      pluginData: resolveDir,
    }))
    onLoad({ filter: /./, namespace: 'with-selector' }, async ({ path, pluginData }) => {
      const file = join(dirname(path), 'cjs/use-sync-external-store-with-selector.production.js')
      const text = (await readFile(file, 'utf8')).replace('require("react")', 'react')
      const names = 'export const { useSyncExternalStoreWithSelector } = exports'
      return {
        contents: `import * as react from 'react'\nconst exports = {}\n${text}\n${names}`,
        resolveDir: pluginData,
      }
    })
  },
}

/** A remote's styles: esbuild loads none with a module, so each script adds its own. The shell's are linked in its page. */
const styles = {
  name: 'styles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      if (isShell) return { contents: '', loader: 'js' }
      const { outputFiles } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        write: false,
        loader,
        outdir: folder,
      })
      const css = JSON.stringify(outputFiles.find((file) => file.path.endsWith('.css')).text)
      return {
        contents: `document.head.append(Object.assign(document.createElement('style'), { textContent: ${css} }))`,
        loader: 'js',
      }
    })
  },
}

/** The change of the next version. */
const change = {
  name: 'change',
  setup: ({ onLoad }) => {
    const { text, by } = JSON.parse(edition ?? '{}')
    if (text === undefined) return
    onLoad({ filter: /mfe-analytics\/remote\.json$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8')
      if (!contents.includes(text)) throw new Error(`${path} has no "${text}" to change`)
      return { contents: contents.replaceAll(text, by), loader: 'json' }
    })
  },
}

// React 19 has no files named .min.js, which the preset expects.
const production = (module, file) => [`node_modules/${module}.js`, { file: `node_modules/${file}.production.js` }]
const fileReplacements = Object.fromEntries([
  production('react/index', 'react/cjs/react'),
  production('react/jsx-runtime', 'react/cjs/react-jsx-runtime'),
  production('react-dom/index', 'react-dom/cjs/react-dom'),
])

const federation = await runEsBuildBuilder(relative(stage, join(import.meta.dirname, 'federation.config.mjs')), {
  workspaceRoot: stage,
  outputPath: relative(stage, folder),
  tsConfig: join(stage, 'tsconfig.json'),
  cachePath: '.cache',
  cacheExternalArtifacts: false,
  entryPoints: [isShell ? join(own, 'src/bootstrap.tsx') : 'src/remote.tsx'],
  adapterConfig: { plugins: [replacements, messages, withSelector, styles, change], loader, fileReplacements },
})
await federation.close()

if (isShell) {
  const common = { outdir: folder, entryNames: '[name]-[hash]', bundle: true, minify: true, target: 'es2022', loader }
  await esbuild.build({
    ...common,
    entryPoints: [join(import.meta.dirname, 'styles.css')],
    nodePaths: [join(own, 'node_modules')],
  })
  await esbuild.build({
    ...common,
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    splitting: true,
    format: 'esm',
    tsconfig: join(stage, 'tsconfig.json'),
    external: federation.externals,
    plugins: [replacements, messages, withSelector, styles],
  })
}

for (const file of await readdir(folder)) {
  const content = /\.(js|css|json|svg)$/.test(file) ? await readFile(join(folder, file)) : Buffer.alloc(0)
  if (content.length < 1024) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(join(folder, `${file}.br`), brotliCompressSync(content, { params }))
}
