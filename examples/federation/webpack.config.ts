import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Configuration } from 'webpack'

const singleton = { singleton: true }

const config: Configuration = {
  mode: 'production',
  context: import.meta.dirname,
  entry: './src/main.ts',
  output: {
    path: `${import.meta.dirname}/dist`,
    clean: true,
    filename: '[name].js',
    publicPath: 'auto',
  },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
      },
      { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
      { test: /\.html$/, type: 'asset/resource', generator: { filename: '[name][ext]' } },
    ],
  },
  plugins: [
    new MiniCssExtractPlugin(),
    new ModuleFederationPlugin({
      name: 'intranet',
      // The remote is named while the page runs: where Atalaia is, is a matter of the deployment.
      remotes: {},
      // What this portal offers: a remote that needs just this React takes it, and another one brings its own.
      shared: { react: singleton, 'react/': singleton, 'react-dom': singleton, 'react-dom/': singleton },
      dts: false,
      manifest: false,
    }),
  ],
}

export default config
