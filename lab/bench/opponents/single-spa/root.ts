/** single-spa's root configuration: one application, the shell, at every address; the import map says where it is. */
import { registerApplication, start } from 'single-spa'

registerApplication({
  name: '@bench/application',
  app: () => import(/* webpackIgnore: true */ '@bench/application'),
  activeWhen: '/',
})
start()
