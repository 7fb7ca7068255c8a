-- AlterTable
ALTER TABLE "rum_sites" ADD COLUMN     "rolled_until" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
