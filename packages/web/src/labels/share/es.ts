import type { ShareLabels } from './en.ts';

/** The labels of shared views in Spanish. */
export const es: ShareLabels = {
  read_only: 'Una vista de solo lectura de una tabla, compartida con un enlace. Cualquiera que tenga el enlace puede verla.',
  empty: 'Aquí no hay nada todavía.',
  untitled: 'Sin título',
  no_value: 'vacío',
  updating: 'actualizándose',
  more: (n) => `y ${n} más`,
  at_least: (n) => `y al menos ${n} más`,

  pages: 'Páginas',
  first_page: 'Volver al principio',
  next_page: 'Página siguiente',
  search: 'Buscar',
  search_rows: 'Buscar en estas filas',
  show_all: 'Mostrar todas las filas',
  rows: (count, n) => `${n} ${count === 1 ? 'fila' : 'filas'}`,
  rows_of: (found, count, n) => `${found} de ${n} ${count === 1 ? 'fila' : 'filas'}`,
  nothing_found: (text) => `Ninguna fila contiene «${text}».`,
  rating: (points, max) => `${points} de ${max}`,

  functions: {
    count: 'cantidad',
    count_empty: 'vacías',
    count_filled: 'rellenas',
    count_unique: 'distintas',
    sum: 'suma',
    average: 'media',
    min: 'mínimo',
    max: 'máximo',
    median: 'mediana',
  },

  board_broken: 'Este tablero no se puede mostrar: se eliminó la columna que lo ordena.',
  back_to_board: 'Volver al tablero',
  more_stacks: 'Más grupos',
  cards: (count) => (count === 1 ? 'tarjeta' : 'tarjetas'),
  all: (n) => `Todas: ${n}`,
  of_stack: (name) => `de ${name}`,
  without: (label) => `Sin ${label.toLowerCase()}`,

  calendar_broken: 'Este calendario no se puede mostrar: se eliminó la columna de sus fechas.',
  months: 'Meses',
  this_month: 'Este mes',
  nothing_in: (month) => `No hay nada en ${month}.`,

  widget_broken: 'No se puede calcular: una columna necesaria se eliminó o tiene otro tipo.',
  widget_updating: 'Sus columnas se están actualizando; estos números pueden cambiar.',
  as_table: 'Como tabla',
  value: 'Valor',
  largest_groups: 'Solo se muestran los grupos más grandes.',
  others: (count, n) => `${n} ${count === 1 ? 'otro' : 'otros'}`,
  quarter: (quarter, year) => `T${quarter} ${year}`,
  highest: (value) => `máximo: ${value}`,

  password_needed: 'Se necesita una contraseña',
  password_title: 'Esta página necesita una contraseña',
  password_text: 'Pida la contraseña a la persona que le envió el enlace.',
  wrong_password: 'Esa no es la contraseña. Inténtelo de nuevo.',
  password: 'Contraseña',
  open: 'Abrir',
};
