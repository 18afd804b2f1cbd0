import { build } from 'example-portal/vite'
import { defineConfig } from 'vite'

// Components for React run on Preact under React's names (https://preactjs.com/guide/v10/getting-started#aliasing-react-to-preact).
const react = ['react/jsx-runtime', 'react-dom', 'react'].map((find) => ({
  find,
  replacement: find === 'react/jsx-runtime' ? 'preact/jsx-runtime' : 'preact/compat',
}))

export default defineConfig({ resolve: { alias: react, dedupe: ['preact'] }, build })
