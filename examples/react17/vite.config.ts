import { build } from 'example-portal/vite'
import { defineConfig } from 'vite'

// The package is linked here, beside a React of its own: it is to take this portal's, as it does when installed.
export default defineConfig({ resolve: { dedupe: ['react', 'react-dom'] }, build })
