import { federation } from '@module-federation/vite'
import { defineConfig } from 'vite'

const singleton = { singleton: true }

export default defineConfig({
  plugins: [
    federation({
      name: 'portal',
      // The remote is named while the page runs: where Atalaia is, is a matter of the deployment.
      remotes: {},
      shared: { react: singleton, 'react/': singleton, 'react-dom': singleton, 'react-dom/': singleton },
      dts: false,
    }),
  ],
  // The portal's policy lets no script stand in the page itself.
  build: { outDir: 'dist/vite', target: 'es2022', modulePreload: { polyfill: false } },
})
