// The portal, and the application that it takes in: qiankun runs classic scripts, whose life is in a global of theirs.
import { build } from 'vite'

const minify = { modulePreload: { polyfill: false }, emptyOutDir: false }
await build({ configFile: false, build: { ...minify, emptyOutDir: true } })
await build({
  configFile: false,
  publicDir: false,
  build: {
    ...minify,
    lib: { entry: 'src/panel.js', formats: ['umd'], name: 'painel', fileName: () => 'painel/painel.js' },
  },
})
