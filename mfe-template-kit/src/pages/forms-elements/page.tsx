import { examplePage } from '../../kit/example-page.tsx'
import * as choices from './examples/choices.tsx'
import * as colours from './examples/colours.tsx'
import * as dates from './examples/dates.tsx'
import * as dropZone from './examples/drop-zone.tsx'
import * as fileUpload from './examples/file-upload.tsx'
import * as imageUpload from './examples/image-upload.tsx'
import * as inputGroups from './examples/input-groups.tsx'
import * as markdown from './examples/markdown.tsx'
import * as masks from './examples/masks.tsx'
import * as maxLength from './examples/max-length.tsx'
import * as richText from './examples/rich-text.tsx'
import * as searchableSelect from './examples/searchable-select.tsx'
import * as selects from './examples/selects.tsx'
import * as sliders from './examples/sliders.tsx'
import * as textInputs from './examples/text-inputs.tsx'
import * as textareas from './examples/textareas.tsx'
import './forms-elements.css'

export const Component = examplePage({
  title: 'Elementos de formulário',
  trail: ['Formulários', 'Elementos'],
  lead: 'Campos de todo tipo, do texto simples à área de soltar arquivos.',
  examples: [
    textInputs,
    choices,
    inputGroups,
    selects,
    searchableSelect,
    maxLength,
    textareas,
    sliders,
    colours,
    dates,
    fileUpload,
    imageUpload,
    masks,
    richText,
    markdown,
    dropZone,
  ],
})
