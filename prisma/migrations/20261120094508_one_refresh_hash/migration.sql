-- DropIndex
DROP INDEX "sessions_previous_refresh_hash_key";

-- DropIndex
DROP INDEX "sessions_refresh_hash_key";

-- AlterTable
ALTER TABLE "sessions" DROP COLUMN "previous_refresh_hash";
