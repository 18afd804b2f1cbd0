const rows = [
  { name: 'Álvaro Andrade', role: 'Analista', city: 'Belém', reports: 12 },
  { name: 'Beatriz Dantas', role: 'Coordenação', city: 'Curitiba', reports: 8 },
  { name: 'Caio Câmara', role: 'Suporte', city: 'Recife', reports: 31 },
  { name: 'Débora Évora', role: 'Vendas', city: 'São Luís', reports: 5 },
]

export const PeopleRows = () => (
  <>
    <thead>
      <tr>
        <th scope="col">Nome</th>
        <th scope="col">Cargo</th>
        <th scope="col">Cidade</th>
        <th scope="col" className="ui-table__number">
          Relatórios
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, role, city, reports }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{role}</td>
          <td>{city}</td>
          <td className="ui-table__number">{reports}</td>
        </tr>
      ))}
    </tbody>
  </>
)
