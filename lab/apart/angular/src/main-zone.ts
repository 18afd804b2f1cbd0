import { provideZoneChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { Portal } from './portal'

// The same portal with zone.js, as portals before Angular 21 have it.
bootstrapApplication(Portal, { providers: [provideZoneChangeDetection()] }).catch((error: unknown) =>
  console.error(error),
)
