import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'

/** The descriptor of a remote that was not built: its routes and sidebar are known, its entry answers 404. */
export const unavailableDescriptor = (known: SourceDescriptor): Descriptor => ({
  ...known,
  artifact: {
    entry: 'not-built.js',
    container: known.name.replaceAll('-', '_'),
    module: './remote',
    files: [],
    shared: [],
    routeFiles: {},
  },
})
