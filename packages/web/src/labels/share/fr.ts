import type { ShareLabels } from './en.ts';

/** The labels of shared views in French. */
export const fr: ShareLabels = {
  read_only: 'Une vue d’un tableau en lecture seule, partagée par un lien. Toute personne qui a le lien peut la voir.',
  empty: 'Il n’y a encore rien ici.',
  untitled: 'Sans titre',
  no_value: 'vide',
  updating: 'mise à jour en cours',
  more: (n) => `et ${n} de plus`,
  at_least: (n) => `et au moins ${n} de plus`,

  pages: 'Pages',
  first_page: 'Revenir au début',
  next_page: 'Page suivante',
  search: 'Rechercher',
  search_rows: 'Rechercher dans ces lignes',
  show_all: 'Afficher toutes les lignes',
  rows: (count, n) => `${n} ${count < 2 ? 'ligne' : 'lignes'}`,
  rows_of: (found, count, n) => `${found} sur ${n} ${count < 2 ? 'ligne' : 'lignes'}`,
  nothing_found: (text) => `Aucune ligne ne contient « ${text} ».`,
  rating: (points, max) => `${points} sur ${max}`,

  functions: {
    count: 'nombre',
    count_empty: 'vides',
    count_filled: 'remplies',
    count_unique: 'différentes',
    sum: 'somme',
    average: 'moyenne',
    min: 'minimum',
    max: 'maximum',
    median: 'médiane',
  },

  board_broken: 'Ce tableau ne peut pas être affiché : la colonne qui le range a été supprimée.',
  back_to_board: 'Revenir au tableau',
  more_stacks: 'Autres piles',
  cards: (count) => (count < 2 ? 'carte' : 'cartes'),
  all: (n) => `Toutes : ${n}`,
  of_stack: (name) => `de ${name}`,
  without: (label) => `Sans ${label.toLowerCase()}`,

  calendar_broken: 'Ce calendrier ne peut pas être affiché : la colonne de ses dates a été supprimée.',
  months: 'Mois',
  this_month: 'Ce mois-ci',
  nothing_in: (month) => `Il n’y a rien en ${month}.`,

  widget_broken: 'Ceci ne peut pas être calculé : une colonne nécessaire a été supprimée ou a un autre type.',
  widget_updating: 'Ses colonnes sont en cours de mise à jour ; ces nombres peuvent changer.',
  as_table: 'Sous forme de tableau',
  value: 'Valeur',
  largest_groups: 'Seuls les plus grands groupes sont affichés.',
  others: (count, n) => `${n} ${count < 2 ? 'autre' : 'autres'}`,
  quarter: (quarter, year) => `T${quarter} ${year}`,
  highest: (value) => `maximum : ${value}`,

  password_needed: 'Mot de passe requis',
  password_title: 'Cette page demande un mot de passe',
  password_text: 'Demandez le mot de passe à la personne qui vous a envoyé le lien.',
  wrong_password: 'Ce n’est pas le mot de passe. Veuillez réessayer.',
  password: 'Mot de passe',
  open: 'Ouvrir',
};
