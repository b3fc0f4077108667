import { PICTURE_ERRORS } from '#adapters/images/store-picture.server.ts'
import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { access, perHour, showing, staff } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { WINNER_ERRORS } from '../contract.ts'
import { moderateStory } from './commands/moderate-story.server.ts'
import { STORIES, storeWinnerPhoto, tellStory, withdrawStory } from './commands/tell-story.server.ts'
import {
  GALLERY_ERRORS,
  MyStory,
  RefuseBody,
  ShowBody,
  StaffStories,
  StaffStoriesQuery,
  StaffStory,
  StoryInput,
  WinnerStories,
  WinnerStoriesQuery,
} from './contract.ts'
import { listStaffStories, listStories, readMyStory, readStaffStory } from './queries/stories.server.ts'

const WRITING = perHour(60)
const UPLOADS = perHour(20)

export const galleryApi = () =>
  newApi(
    defineRoute('get', '/winners', access('anyone'), {
      summary: 'List the stories of winners who consented to be shown, newest first',
      query: WinnerStoriesQuery,
      answers: WinnerStories,
      handler: async ({ ctx, query, c }) => {
        showing(c, STORIES)
        return listStories(ctx, query)
      },
    }),

    defineRoute('get', '/my/prizes/{id}/story', access('user'), {
      summary: "Get the caller's story about a prize, or whether the caller may write a story",
      params: byId,
      answers: MyStory,
      refuses: [pick(WINNER_ERRORS, 'prize_not_found')],
      handler: ({ ctx, params }) => readMyStory(ctx, params.id),
    }),

    defineRoute('put', '/my/prizes/{id}/story', access('user', WRITING), {
      summary:
        "Save the caller's story about a prize, with the consent to show it; staff read each wording before it is shown",
      params: byId,
      body: StoryInput,
      answers: MyStory,
      refuses: [GALLERY_ERRORS, pick(WINNER_ERRORS, 'prize_not_found', 'winner_not_found')],
      handler: call => readAfter(call, readMyStory, tellStory, call.body),
    }),

    defineRoute('delete', '/my/prizes/{id}/story', access('user', WRITING), {
      summary: 'Withdraw the consent to a story; story and photo are deleted at once',
      params: byId,
      answers: MyStory,
      refuses: [GALLERY_ERRORS, pick(WINNER_ERRORS, 'prize_not_found', 'winner_not_found')],
      handler: call => readAfter(call, readMyStory, withdrawStory),
    }),

    defineRoute('post', '/my/winner-pictures', access('user', UPLOADS), {
      summary: 'Upload a single photo for the story of a prize',
      ...uploadBody,
      answers: UploadedPictures,
      refuses: [GALLERY_ERRORS, PICTURE_ERRORS],
      handler: ({ ctx, c }) => storeWinnerPhoto(ctx, c),
    }),

    defineRoute('get', '/admin/winner-stories', staff('reviews.moderate'), {
      summary: 'List pending winner stories, or the stories of a status, oldest first',
      query: StaffStoriesQuery,
      answers: StaffStories,
      handler: ({ ctx, query }) => listStaffStories(ctx, query),
    }),

    defineRoute('post', '/admin/winner-stories/{id}/show', staff('reviews.moderate'), {
      summary: 'Show a story in the wording that staff read',
      params: byId,
      body: ShowBody,
      answers: StaffStory,
      refuses: [GALLERY_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readStaffStory, moderateStory, { ...call.body, status: 'shown' }),
    }),

    defineRoute('post', '/admin/winner-stories/{id}/refuse', staff('reviews.moderate'), {
      summary: 'Refuse a story, with a reason for the winner',
      params: byId,
      body: RefuseBody,
      answers: StaffStory,
      refuses: [GALLERY_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readStaffStory, moderateStory, { ...call.body, status: 'refused' }),
    }),
  )

export type GalleryApi = ReturnType<typeof galleryApi>
