import './screen.css'
import { LocationStrategy } from '@angular/common'
import { ErrorHandler } from '@angular/core'
import { createApplication } from '@angular/platform-browser'
import { provideRouter } from '@angular/router'
import type { Mount } from '@atalaia/contracts'
import { App } from './app'
import { FaultsPage } from './faults-page'
import { HomePage } from './home-page'
import { SCREEN, ShellLocation } from './shell'

/** Component styles would be tags, which the page's policy blocks: styles are files. */
export const mount: Mount = async (place, screen) => {
  const path = screen.navigation.basename.slice(1)
  const app = await createApplication({
    providers: [
      { provide: SCREEN, useValue: screen },
      { provide: LocationStrategy, useClass: ShellLocation },
      { provide: ErrorHandler, useValue: { handleError: screen.fail } },
      provideRouter([
        { path, component: HomePage, pathMatch: 'full' },
        { path: `${path}/falhas`, component: FaultsPage },
      ]),
    ],
  })
  app.bootstrap(App, place)
  return { unmount: () => app.destroy() }
}
