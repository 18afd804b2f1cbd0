import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'example-portal/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [svelte()], build })
