import type { RemoteModule } from '@atalaia/react'
import { pages } from './routes.ts'

/** Activates the demonstration kit. Each page is a chunk of its own, loaded when it is opened. */
export const activate: RemoteModule['activate'] = () => Object.entries(pages).map(([id, lazy]) => ({ id, lazy }))
