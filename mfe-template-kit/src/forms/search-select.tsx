import { useCombobox } from 'downshift'
import { useState } from 'react'

type SearchSelectProps = { readonly label: string; readonly options: readonly string[] }

export const SearchSelect = ({ label, options }: SearchSelectProps) => {
  const [text, setText] = useState('')
  const items = matching(options, text)
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: [...items],
    inputValue: text,
    onInputValueChange: ({ inputValue }) => setText(inputValue),
  })
  return (
    <div className="kit-combo">
      <label className="form-label" {...getLabelProps()}>
        {label}
      </label>
      <input className="form-control" placeholder="Digite para buscar" {...getInputProps()} />
      <ul className="kit-combo__list" hidden={!isOpen} {...getMenuProps()}>
        {isOpen &&
          items.map((item, index) => (
            <li key={item} data-active={index === highlightedIndex} {...getItemProps({ item, index })}>
              {item}
            </li>
          ))}
      </ul>
      <p className="kit-note" role="status">
        {isOpen && items.length === 0 ? 'Nada encontrado.' : ''}
      </p>
    </div>
  )
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

const matching = (options: readonly string[], text: string): readonly string[] =>
  options.filter((option) => plain(option).includes(plain(text.trim())))
