import vue from '@vitejs/plugin-vue'
import { build } from 'example-portal/vite'
import { defineConfig } from 'vite'

// The package is linked here, beside a Vue of its own: it is to take this portal's, as it does when installed.
export default defineConfig({ plugins: [vue()], resolve: { dedupe: ['vue'] }, build })
