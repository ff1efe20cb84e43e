import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, use } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { addDays, addMonths, type Day, weekOf } from '../../dates/days.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Timezone } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { useSpace } from '../../shell/session.tsx';
import { dayOf, dayText, monthOf, monthText, timeOf, weekdayOf } from './days.ts';
import { type Planner, type Post, plannersQuery, postName, socialQuery } from './social.ts';

/** Posts of a state that a calendar reads. */
const MAX_READ = 100;

/** The states of posts with a time, and the order in which the next ones are read. */
const read = [
  { status: 'scheduled', sort: 'scheduled_at' },
  { status: 'published', sort: '-created_at' },
  { status: 'failed', sort: '-created_at' },
] as const;

const params = { day: text };

const timeOfPost = ({ published_at, scheduled_at }: Post): string | null => published_at ?? scheduled_at;

/** Renders the posts and the times of the planners by week or by month, in the zone of the person. */
export function PostCalendar({ span }: { readonly span: 'week' | 'month' }): ReactElement {
  const space = useSpace();
  const zone = use(Timezone);
  const [{ day: given }, setParams] = useSearchParams(params);
  const planners = useQuery(plannersQuery(space.id));
  const { data, error, refetch } = useQuery({
    queryKey: [...socialQuery(space.id), 'list_posts', 'calendar'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        read.map((args) => spaceClient(space.id).social.list_posts({ ...args, limit: MAX_READ }, { signal })),
      );
      return { posts: pages.flatMap((page) => page.data), isWhole: pages.every(({ has_more }) => !has_more) };
    },
  });
  const today = dayOf(new Date().toISOString(), zone);
  const day = given !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : today;
  const days = span === 'week' ? weekOf(day) : monthOf(day);
  const move = (by: number) => setParams({ day: span === 'week' ? addDays(day, by * 7) : addMonths(day, by) }, { replace: true });
  const byDay = Map.groupBy(data?.posts.filter((post) => timeOfPost(post) !== null) ?? [], (post) => dayOf(timeOfPost(post)!, zone));
  return (
    <div className="stack">
      <div className="row">
        <Button look="icon" aria-label={`Earlier ${span}`} onClick={() => move(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button onClick={() => setParams({ day: undefined }, { replace: true })}>Today</Button>
        <Button look="icon" aria-label={`Later ${span}`} onClick={() => move(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <h2 role="status">{span === 'week' ? `${dayText(days[0]!)} – ${dayText(days.at(-1)!)}` : monthText(day)}</h2>
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && (
        <ol className={`social-days ${span}`}>
          {days.map((one) => (
            <DayCell
              key={one}
              day={one}
              isToday={one === today}
              isOutside={span === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
              posts={byDay.get(one) ?? []}
              planners={span === 'week' ? (planners.data?.data ?? []) : []}
            />
          ))}
        </ol>
      )}
      {data && !data.isWhole && <p className="soft">Only the nearest {MAX_READ} posts of each status are shown.</p>}
    </div>
  );
}

interface DayCellProps {
  readonly day: Day;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly posts: readonly Post[];
  readonly planners: readonly Planner[];
}

const shapes: Readonly<Partial<Record<Post['status'], string>>> = { published: '✓', failed: '✕' };

function DayCell({ day, isToday, isOutside, posts, planners }: DayCellProps): ReactElement {
  const space = useSpace();
  const zone = use(Timezone);
  const slots = planners.flatMap(({ id, name, timezone, slots: all }) =>
    all.filter(({ weekday }) => weekday === weekdayOf(day)).map(({ time }) => ({ key: `${id} ${time}`, time, name, timezone })),
  );
  const sorted = posts.toSorted((one, other) => timeOfPost(one)!.localeCompare(timeOfPost(other)!));
  return (
    <li
      data-outside={isOutside || undefined}
      data-today={isToday || undefined}
      data-empty={(posts.length === 0 && slots.length === 0) || undefined}
    >
      <h3>
        {dayText(day)}
        {isToday && <span className="hidden-text">, today</span>}
      </h3>
      {sorted.map((post) => (
        <Link key={post.id} href={spacePath(space.id, `/social/posts/${post.id}`)} className="social-post" data-status={post.status}>
          <span className="number">
            {shapes[post.status] ?? '…'} {timeOf(timeOfPost(post)!, zone)}
          </span>
          <span className="hidden-text">{post.status}</span>
          <span className="cut">{postName(post)}</span>
        </Link>
      ))}
      {slots.map(({ key, time, name, timezone }) => (
        <p key={key} className="social-slot soft" title={`Times of ${timezone}`}>
          {time} {name}
        </p>
      ))}
    </li>
  );
}
