#!/usr/bin/perl
# map-watch.pl FRAMEBUFFER WIDTH HEIGHT SECONDS PICTURE: reads the pixels of a window at the screen's upper left corner as long as
# SECONDS say or until it gets a TERM, some fifty times a second, and fails if land that was on the map is ever missing.
#
# FRAMEBUFFER is the file in which Xvfb keeps its screen (-fbdir), in the format of xwd. Where a picture of the map is not
# drawn, the window's ground is seen. The map has to be whole within SECONDS; from then on it must stay so, and a first
# picture of a new size that is not whole counts as well, if WHOLE is set in the environment. PICTURE is where the first one
# that lacks something goes.
use strict;
use warnings;
use File::Copy qw(copy);
use Time::HiRes qw(sleep time);

my ($file, $width, $height, $seconds, $picture) = @ARGV;
# What is not looked at: the panels at the right, at their widest, and below; and what lies on the map's corners.
my ($top, $right, $bottom) = (100, 570, 130);
# Pixels between two samples, and the part of them that may show the ground.
my ($step, $allowed) = (12, 0.02);
# The window is cleared to it (theme::PANEL); a renderer may round.
my @ground = (0x1a, 0x1e, 0x25);

open my $screen, '<:raw', $file or die "$file: $!\n";
sysread($screen, my $header, 100) == 100 or die "$file: no screen\n";
my @header = unpack 'N25', $header;
my ($line, $start) = ($header[12], $header[0] + 12 * $header[19]);

sub row {
    my ($y, $length) = @_;
    sysseek $screen, $start + $y * $line, 0;
    sysread $screen, my $bytes, 4 * $length;
    return $bytes;
}

my %is_ground;
sub ground {
    return $is_ground{$_[0]} //= do {
        my ($blue, $green, $red) = unpack 'C3', $_[0];
        my $off = 0;
        for ([$red, $ground[0]], [$green, $ground[1]], [$blue, $ground[2]]) {
            $off = 1 if abs($_->[0] - $_->[1]) > 2;
        }
        $off ? 0 : 1;
    };
}

# The part of the map that shows the ground, or undef if what is on the screen is no picture of this size: then the lower
# right corner, which is drawn last, is not the status bar's.
sub missing {
    return undef unless ground(substr row($height - 2, $width), 4 * ($width - 2), 4);
    my ($all, $bare) = (0, 0);
    for (my $y = $top; $y < $height - $bottom; $y += $step) {
        my $pixels = row($y, $width - $right);
        for (my $x = 4; $x < $width - $right; $x += $step) {
            $all++;
            $bare++ if ground(substr $pixels, 4 * $x, 4);
        }
    }
    return $bare / $all;
}

my ($began, $stop) = (time, 0);
$SIG{TERM} = sub { $stop = 1 };
my ($looks, $whole, $flashes, $longest, $worst, $since) = (0, $ENV{WHOLE} ? 1 : 0, 0, 0, 0, undef);
my $ever = 0;
until ($stop || time - $began > $seconds) {
    my $missing = missing();
    if (defined $missing) {
        $looks++;
        $worst = $missing if $whole && $missing > $worst;
        if ($missing <= $allowed) {
            $longest = time - $since if defined $since && time - $since > $longest;
            ($whole, $ever, $since) = (1, 1, undef);
        } elsif ($whole && !defined $since) {
            copy($file, $picture) unless $flashes++;
            $since = time;
        }
    }
    sleep 0.02;
}
printf "%dx%d: looked %d times in %.0f s; land was missing %d times, up to %.0f ms, at most %.1f %% of the map%s\n",
    $width, $height, $looks, time - $began, $flashes, 1000 * $longest, 100 * $worst,
    $ever ? defined $since ? '; it is missing still' : '' : '; the map was never whole';
exit($ever && $flashes == 0 ? 0 : 1);
