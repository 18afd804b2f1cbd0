/** One application, the shell, at every address; the import map locates it. */
import { registerApplication, start } from 'single-spa'

registerApplication({
  name: '@bench/application',
  app: () => import(/* webpackIgnore: true */ '@bench/application'),
  activeWhen: '/',
})
start()
