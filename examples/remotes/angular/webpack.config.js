import { join } from 'node:path'
import linkerPlugin from '@angular/compiler-cli/linker/babel'
import { AngularWebpackPlugin } from '@ngtools/webpack'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack from 'webpack'

// The compiler of Angular's own builds, without the rest of its command line.
export default {
  mode: 'production',
  context: import.meta.dirname,
  entry: {},
  target: ['web', 'es2022'],
  devtool: false,
  output: {
    path: join(import.meta.dirname, 'dist'),
    publicPath: 'auto',
    filename: '[name].[contenthash].js',
    uniqueName: 'mfe_angular',
    crossOriginLoading: 'anonymous',
    clean: true,
  },
  resolve: { extensions: ['.ts', '.mjs', '.js'] },
  module: {
    rules: [
      { test: /\.ts$/, loader: '@ngtools/webpack' },
      // Packages of Angular are compiled half; no compiler runs in the page, whose policy allows no eval.
      {
        test: /[\\/]@angular[\\/].*\.mjs$/,
        loader: 'babel-loader',
        options: { plugins: [linkerPlugin], compact: false, configFile: false, cacheDirectory: true },
        resolve: { fullySpecified: false },
      },
      { test: /\.css$/, sideEffects: true, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
    ],
  },
  plugins: [
    new AngularWebpackPlugin({ tsconfig: join(import.meta.dirname, 'tsconfig.json'), jitMode: false }),
    new webpack.DefinePlugin({ ngDevMode: 'false', ngJitMode: 'false', ngServerMode: 'false' }),
    new MiniCssExtractPlugin({ filename: '[name].[contenthash].css' }),
    new webpack.container.ModuleFederationPlugin({
      name: 'mfe_angular',
      filename: 'remoteEntry.[contenthash].js',
      exposes: { './remote': { import: './src/remote.ts', name: 'remote' } },
      shared: {},
    }),
  ],
}
