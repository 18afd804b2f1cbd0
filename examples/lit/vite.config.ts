import { build } from 'example-portal/vite'
import { defineConfig } from 'vite'

export default defineConfig({ build })
