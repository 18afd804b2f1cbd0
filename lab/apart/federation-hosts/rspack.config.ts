import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { defineConfig } from '@rspack/cli'
import { HtmlRspackPlugin } from '@rspack/core'

const singleton = { singleton: true }

export default defineConfig({
  mode: 'production',
  context: import.meta.dirname,
  entry: './src/main.ts',
  output: { path: `${import.meta.dirname}/dist/rspack`, clean: true, publicPath: 'auto' },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
        type: 'javascript/auto',
      },
    ],
  },
  plugins: [
    new HtmlRspackPlugin({ template: './src/rspack.html' }),
    new ModuleFederationPlugin({
      name: 'portal',
      remotes: {},
      shared: { react: singleton, 'react/': singleton, 'react-dom': singleton, 'react-dom/': singleton },
      dts: false,
      manifest: false,
    }),
  ],
})
