import { SearchSelect } from '../../../forms/search-select.tsx'

export const title = 'Seleção com busca'

const states = ['Acre', 'Amapá', 'Bahia', 'Ceará', 'Espírito Santo', 'Goiás', 'Maranhão', 'Pará', 'Paraná', 'São Paulo']

export const Example = () => <SearchSelect label="Estado" options={states} />
