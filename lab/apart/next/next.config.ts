import type { NextConfig } from 'next'

const config: NextConfig = {
  distDir: 'dist',
  // The installation lies in this folder; the repository around it has another lockfile.
  turbopack: { root: import.meta.dirname },
}

export default config
