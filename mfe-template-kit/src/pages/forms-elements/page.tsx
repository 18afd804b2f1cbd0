import { examplePage } from '../../kit/example-page.tsx'
import * as choices from './examples/choices.tsx'
import * as day from './examples/day.tsx'
import * as fileUpload from './examples/file-upload.tsx'
import * as imageUpload from './examples/image-upload.tsx'
import * as inputGroups from './examples/input-groups.tsx'
import * as maxLength from './examples/max-length.tsx'
import * as selects from './examples/selects.tsx'
import * as textInputs from './examples/text-inputs.tsx'
import './forms-elements.css'

/** Examples with libraries come later (P-KIT-28, P-KIT-36). */
export const Component = examplePage({
  title: 'Elementos de formulário',
  trail: ['Formulários', 'Elementos'],
  lead: 'Campos de todo tipo, do texto simples à área de soltar arquivos.',
  place: 'forms-elements',
  examples: [
    textInputs,
    choices,
    inputGroups,
    selects,
    { title: 'Seleção com busca', height: 132, load: () => import('./examples/searchable-select.tsx') },
    maxLength,
    { title: 'Área de texto que cresce', height: 181, load: () => import('./examples/textareas.tsx') },
    { title: 'Controles deslizantes', height: 200, load: () => import('./examples/sliders.tsx') },
    { title: 'Cores', height: 446, load: () => import('./examples/colours.tsx') },
    { title: 'Data e hora', height: 232, load: () => import('./examples/dates.tsx') },
    day,
    fileUpload,
    imageUpload,
    { title: 'Máscaras', wide: true, height: 666, load: () => import('./examples/masks.tsx') },
    { title: 'Texto formatado', wide: true, height: 231, load: () => import('./examples/rich-text.tsx') },
    { title: 'Markdown', wide: true, height: 431, load: () => import('./examples/markdown.tsx') },
    { title: 'Área de soltar', wide: true, height: 227, load: () => import('./examples/drop-zone.tsx') },
  ],
})
