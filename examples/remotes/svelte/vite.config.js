import { federation } from '@module-federation/vite'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** The screen is the chunk of its route, which the page requests early. Each name ends with the hash of the content. */
const fileName = (name) => `assets/${name.replace(/^screen$/, 'route-home')}.[hash:16]`

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    rollupOptions: {
      input: 'src/remote.ts',
      output: {
        hashCharacters: 'hex',
        entryFileNames: ({ name }) => `${fileName(name)}.js`,
        chunkFileNames: ({ name }) => `${fileName(name)}.js`,
        assetFileNames: ({ names: [name = ''] }) => `${fileName(name.replace(/\.[^.]*$/, ''))}[extname]`,
      },
    },
  },
  plugins: [
    svelte(),
    federation({
      name: 'mfe_svelte',
      filename: 'remoteEntry.[hash:16].js',
      manifest: true,
      dts: false,
      exposes: { './remote': './src/remote.ts' },
      shared: {},
    }),
  ],
})
